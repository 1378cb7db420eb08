/// Finds everything wrong with a quad, under limits that were checked themselves.
public struct QuadCheck: Sendable {
    public let limits: QuadLimits
    let screen: SoundnessScreen

    /// A check against the limits of a profile; the app's without one.
    public init(_ profile: QuadProfile = .app) {
        self.init(sound: profile.limits)
    }

    /// A check against these limits, none of which may be NaN or negative.
    // A profile's name is taken as the profile, which throws nothing.
    @_disfavoredOverload
    public init(_ limits: QuadLimits) throws(QuadLimitsError) {
        for limit in QuadLimit.allCases {
            let value = limits[limit]
            guard value >= 0 else { throw .unusable(name: limit.rawValue, value: value) }
        }
        self.init(sound: limits)
    }

    private init(sound limits: QuadLimits) {
        self.limits = limits
        screen = SoundnessScreen(limits)
    }

    /// Everything wrong with the quad, lowest layer first; empty when it may be uploaded.
    ///
    /// A layer is looked at only when the one below it is sound, so one mistake gives one finding. `facing` is the
    /// direction the right-hand normal should share: into the surface, in the app's corner order.
    public func issues(_ quad: Quad, facing: SIMD3<Double>? = nil) -> [QuadIssue] {
        guard facing == nil else { return findings(quad, facing: facing) }
        switch screen.look(quad) {
        case .sound: return []
        case .skewed: return angles(quad, isConvex: true)
        case .unclear: return findings(quad, facing: nil)
        }
    }

    /// The full check, which the screen spares sound quads.
    func findings(_ quad: Quad, facing: SIMD3<Double>?) -> [QuadIssue] {
        let nonFinite = nonFiniteNumbers(quad)
        guard nonFinite.isEmpty else { return nonFinite }
        var found: [QuadIssue] = outOfRange(quad)
        let duplicates = duplicateCorners(quad)
        guard duplicates.isEmpty else { return found + duplicates }
        let shape = quad.shape
        guard shape != .collapsed else {
            found.append(
                QuadIssue(.zeroArea, .error, value: 0, limit: 0, unit: .squareMetres, location: quad.center))
            return found
        }
        switch shape {
        case .selfIntersecting: found.append(selfIntersection(quad))
        case .concave(let corner): found.append(concavity(quad, corner))
        default: found += bends(quad)
        }
        found += edges(quad)
        found += angles(quad, isConvex: shape == .convex)
        if let facing, shape != .selfIntersecting { found += winding(quad, facing) }
        return found
    }

    private func nonFiniteNumbers(_ quad: Quad) -> [QuadIssue] {
        var found: [QuadIssue] = []
        for corner in 0..<4 {
            for coordinate in 0..<3 where !quad[corner: corner][coordinate].isFinite {
                found.append(
                    QuadIssue(
                        .nonFinite, .error, value: quad[corner: corner][coordinate], unit: .metres,
                        corner: corner, coordinate: coordinate))
            }
        }
        return found
    }

    private func outOfRange(_ quad: Quad) -> [QuadIssue] {
        let largest = quad.largestMagnitude
        guard largest > limits.largestCoordinate else { return [] }
        for corner in 0..<4 {
            for coordinate in 0..<3 where quad[corner: corner][coordinate].magnitude == largest {
                return [
                    QuadIssue(
                        .outOfRange, .error, value: quad[corner: corner][coordinate],
                        limit: limits.largestCoordinate, unit: .metres, corner: corner,
                        coordinate: coordinate,
                        location: quad[corner: corner])
                ]
            }
        }
        return []
    }

    /// Each corner in the place of an earlier one.
    private func duplicateCorners(_ quad: Quad) -> [QuadIssue] {
        var found: [QuadIssue] = []
        for later in 1..<4 {
            let distances = (0..<later).map { (quad[corner: $0] - quad[corner: later]).length }
            let nearest = distances.min() ?? .infinity
            guard nearest < limits.snap || nearest == 0 else { continue }
            found.append(
                QuadIssue(
                    .duplicateCorners, .error, value: nearest, limit: limits.snap, unit: .metres,
                    corner: later,
                    location: quad[corner: later]))
        }
        return found
    }

    private func selfIntersection(_ quad: Quad) -> QuadIssue {
        var issue = QuadIssue(.selfIntersecting, .error)
        if case .convex(let order) = quad.simpleCycle {
            issue.fix = .reorder(order)
            // The diagonals of the simple outline are the edges that cross in this one.
            let simple = quad.reordered(order)
            issue.location = simple.diagonalCrossing
        }
        return issue
    }

    private func concavity(_ quad: Quad, _ corner: Int) -> QuadIssue {
        QuadIssue(
            .concave, .error, value: quad.cornerAngles.map { 2 * .pi - $0[corner] }, limit: .pi,
            unit: .radians,
            corner: corner, location: quad[corner: corner])
    }

    private func bends(_ quad: Quad) -> [QuadIssue] {
        var flatness = quad.flatness ?? 0
        let longest = quad.edgeLengths.max()
        // The bound of a slender quad, whose area is below a hundredth of the longest edge squared, grows with it.
        let rounding = Quad.flatnessError * longest * max(1, longest * longest / (100 * quad.area))
        let distances = [limits.flatnessWarning, limits.flatnessError].map { ($0 - flatness).magnitude }
        // Next to a limit, and for sizes at which rounding is larger than it, the exact value decides.
        if !distances.allSatisfy({ $0 > rounding }) { flatness = quad.exactFlatness ?? 0 }
        let isError = flatness > limits.flatnessError
        var found: [QuadIssue] = []
        if isError || flatness > limits.flatnessWarning {
            found.append(
                QuadIssue(
                    .nonPlanar, isError ? .error : .warning, value: flatness,
                    limit: isError ? limits.flatnessError : limits.flatnessWarning, unit: .metres,
                    location: quad.center, fix: .flatten))
        }
        if !isError, let fold = quad.foldAngle, fold > limits.foldAngle {
            found.append(
                QuadIssue(
                    .folded, limits.foldSeverity, value: fold, limit: limits.foldAngle, unit: .radians,
                    location: quad.p2 * 0.5 + quad.p4 * 0.5, fix: .flatten))
        }
        return found
    }

    private func edges(_ quad: Quad) -> [QuadIssue] {
        let lengths = quad.edgeLengths
        let shortest = lengths.min(), longest = lengths.max()
        var found: [QuadIssue] = []
        func report(
            _ code: QuadIssue.Code, _ severity: Severity, _ value: Double, _ limit: Double, at edge: Double
        ) {
            let corner = (0..<4).first { lengths[$0] == edge } ?? 0
            let middle = quad[corner: corner] * 0.5 + quad[corner: (corner + 1) & 3] * 0.5
            found.append(
                QuadIssue(
                    code, severity, value: value, limit: limit, unit: code == .aspectRatio ? .ratio : .metres,
                    corner: corner, location: middle))
        }
        if shortest < limits.shortestEdge {
            report(.tooSmall, .error, shortest, limits.shortestEdge, at: shortest)
        }
        if longest > limits.longestEdge {
            report(.tooLarge, .error, longest, limits.longestEdge, at: longest)
        }
        let aspect = longest / shortest
        if aspect > limits.aspectRatio {
            report(.aspectRatio, .warning, aspect, limits.aspectRatio, at: shortest)
        }
        return found
    }

    func angles(_ quad: Quad, isConvex: Bool) -> [QuadIssue] {
        guard let angles = quad.cornerAngles else { return [] }
        var found: [QuadIssue] = []
        let fromStraight = (0..<4).map { min(angles[$0], .pi - angles[$0]) }
        if let least = fromStraight.min(), least < limits.straightAngle {
            let corner = fromStraight.firstIndex(of: least) ?? 0
            found.append(
                QuadIssue(
                    .straightCorner, .warning, value: angles[corner],
                    limit: angles[corner] < .pi / 2 ? limits.straightAngle : .pi - limits.straightAngle,
                    unit: .radians, corner: corner, location: quad[corner: corner]))
        }
        let fromRight = (0..<4).map { (angles[$0] - .pi / 2).magnitude }
        if isConvex, let most = fromRight.max(), most > limits.rectangleAngle {
            let corner = fromRight.firstIndex(of: most) ?? 0
            found.append(
                QuadIssue(
                    .notRectangular, .info, value: most, limit: limits.rectangleAngle, unit: .radians,
                    corner: corner, location: quad[corner: corner]))
        }
        return found
    }

    private func winding(_ quad: Quad, _ facing: SIMD3<Double>) -> [QuadIssue] {
        guard facing.isFinite, ExactSign.along(facing, quad) < 0 else { return [] }
        return [
            QuadIssue(
                .winding, .warning, value: quad.normal?.angle(to: facing), limit: .pi / 2, unit: .radians,
                location: quad.center, fix: .reorder(SIMD4(0, 3, 2, 1)))
        ]
    }
}

extension Quad {
    /// The point nearest to both diagonals: where they cross when the quad is convex and flat.
    var diagonalCrossing: SIMD3<Double> {
        let spans = QuadSpans(self)
        let across = spans.doubleArea
        let size = across.dot(across)
        guard size > 0 else { return center }
        // p1 + s d13 is nearest to the other diagonal where s = (e1 × d24) · n / n²; by a point of each diagonal.
        let onFirst = spans.e1.cross(spans.d24).dot(across) / size
        let onSecond = spans.e1.cross(spans.d13).dot(across) / size
        let first = p1 + spans.metres(spans.d13 * onFirst), second = p2 + spans.metres(spans.d24 * onSecond)
        let point = first * 0.5 + second * 0.5
        return point.isFinite ? point : center
    }
}
