/// Finds everything wrong with a quad, under limits that were checked themselves.
///
/// ```swift
/// let check = QuadCheck(.app)
/// for issue in check.issues(quad, facing: [0, 1, 3]) { print(issue.severity, issue.code.rawValue) }
/// ```
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
        issues(quad, screen.look(quad), facing: facing)
    }

    /// The findings of a quad of which the screen has said something.
    func issues(_ quad: Quad, _ answer: SoundnessScreen.Answer, facing: SIMD3<Double>?) -> [QuadIssue] {
        var found: [QuadIssue] = []
        if answer != .sound { found.reserveCapacity(QuadCheck.usualFindings) }
        examine(quad, answer, facing: facing, &found)
        return found
    }

    /// Looks at what the screen left in doubt.
    @inline(__always)
    func examine(
        _ quad: Quad, _ answer: SoundnessScreen.Answer, facing: SIMD3<Double>?,
        _ found: inout some FindingSink
    ) {
        switch answer {
        case .unclear: return examine(quad, facing: facing, &found)
        case .skewed: angles(quad, isConvex: true, &found)
        case .sound: break
        }
        if let facing { winding(quad, facing, &found) }
    }

    /// The full check, for whoever keeps the findings or only what they come to.
    private func examine(_ quad: Quad, facing: SIMD3<Double>?, _ found: inout some FindingSink) {
        guard quad.isFinite else { return nonFiniteNumbers(quad, &found) }
        outOfRange(quad, &found)
        guard !duplicateCorners(quad, &found) else { return }
        let shape = quad.shape
        guard shape != .collapsed else {
            found.add(.zeroArea, .error) {
                QuadIssue($0, $1, value: 0, limit: 0, unit: .squareMetres, location: quad.center)
            }
            return
        }
        let lengths = quad.edgeLengths
        switch shape {
        case .selfIntersecting: found.add(.selfIntersecting, .error) { selfIntersection($0, $1, quad) }
        case .concave(let corner): found.add(.concave, .error) { concavity($0, $1, quad, corner) }
        default: bends(quad, lengths, &found)
        }
        edges(lengths, of: quad, &found)
        angles(quad, isConvex: shape == .convex, &found)
        if let facing, shape != .selfIntersecting { winding(quad, facing, &found) }
    }

    /// Most faulty quads have no more findings than this, so that one allocation has room for them.
    private static let usualFindings = 2

    private func nonFiniteNumbers(_ quad: Quad, _ found: inout some FindingSink) {
        for corner in 0..<4 {
            for coordinate in 0..<3 where !quad[corner: corner][coordinate].isFinite {
                found.add(.nonFinite, .error) {
                    QuadIssue(
                        $0, $1, value: quad[corner: corner][coordinate], unit: .metres,
                        corner: corner, coordinate: coordinate)
                }
            }
        }
    }

    private func outOfRange(_ quad: Quad, _ found: inout some FindingSink) {
        let largest = quad.largestMagnitude
        guard largest > limits.largestCoordinate else { return }
        for corner in 0..<4 {
            for coordinate in 0..<3 where quad[corner: corner][coordinate].magnitude == largest {
                found.add(.outOfRange, .error) {
                    QuadIssue(
                        $0, $1, value: quad[corner: corner][coordinate],
                        limit: limits.largestCoordinate, unit: .metres, corner: corner,
                        coordinate: coordinate, location: quad[corner: corner])
                }
                return
            }
        }
    }

    /// Finds each corner in the place of an earlier one; true if there is any.
    private func duplicateCorners(_ quad: Quad, _ found: inout some FindingSink) -> Bool {
        var isAny = false
        let spans = QuadSpans(unscaled: quad)
        let apart = 4 * max(limits.snap * limits.snap, .leastNormalMagnitude)
        // All are far enough apart even if all of this is rounded.
        if spans.e1.dot(spans.e1) > apart, spans.e2.dot(spans.e2) > apart, spans.e3.dot(spans.e3) > apart,
            spans.e4.dot(spans.e4) > apart, spans.d13.dot(spans.d13) > apart,
            spans.d24.dot(spans.d24) > apart
        {
            return false
        }
        for later in 1..<4 {
            var nearest = Double.infinity
            for earlier in 0..<later {
                nearest = min(nearest, (quad[corner: earlier] - quad[corner: later]).length)
            }
            guard nearest < limits.snap || nearest == 0 else { continue }
            isAny = true
            found.add(.duplicateCorners, .error) {
                QuadIssue(
                    $0, $1, value: nearest, limit: limits.snap, unit: .metres,
                    corner: later, location: quad[corner: later])
            }
        }
        return isAny
    }

    private func selfIntersection(_ code: QuadIssue.Code, _ severity: Severity, _ quad: Quad) -> QuadIssue {
        var issue = QuadIssue(code, severity)
        if case .convex(let order) = quad.simpleCycle {
            issue.fix = .reorder(order)
            // The diagonals of the simple outline are the edges that cross in this one.
            let simple = quad.reordered(order)
            issue.location = simple.diagonalCrossing
        }
        return issue
    }

    private func concavity(
        _ code: QuadIssue.Code, _ severity: Severity, _ quad: Quad, _ corner: Int
    ) -> QuadIssue {
        QuadIssue(
            code, severity, value: quad.cornerAngles.map { 2 * .pi - $0[corner] }, limit: .pi,
            unit: .radians,
            corner: corner, location: quad[corner: corner])
    }

    private func bends(_ quad: Quad, _ lengths: SIMD4<Double>, _ found: inout some FindingSink) {
        let spans = QuadSpans(quad), longest = lengths.max()
        var flatness = spans.flatness ?? quad.exactFlatness ?? 0
        // The bound of a slender quad, whose area is below a hundredth of the longest edge squared, grows with it.
        let rounding = Quad.flatnessError * longest * max(1, longest * longest / (100 * spans.area))
        // Next to a limit, and for sizes at which rounding is larger than it, the exact value decides.
        let isClear =
            (limits.flatnessWarning - flatness).magnitude > rounding
            && (limits.flatnessError - flatness).magnitude > rounding
        if !isClear { flatness = quad.exactFlatness ?? 0 }
        let isError = flatness > limits.flatnessError
        if isError || flatness > limits.flatnessWarning {
            found.add(.nonPlanar, isError ? .error : .warning) {
                QuadIssue(
                    $0, $1, value: flatness,
                    limit: isError ? limits.flatnessError : limits.flatnessWarning, unit: .metres,
                    location: quad.center, fix: .flatten)
            }
        }
        if !isError, !screen.isUnfolded(quad), let fold = quad.foldAngle, fold > limits.foldAngle {
            found.add(.folded, limits.foldSeverity) {
                QuadIssue(
                    $0, $1, value: fold, limit: limits.foldAngle, unit: .radians,
                    location: quad.p2 * 0.5 + quad.p4 * 0.5, fix: .flatten)
            }
        }
    }

    private func edges(_ lengths: SIMD4<Double>, of quad: Quad, _ found: inout some FindingSink) {
        let shortest = lengths.min(), longest = lengths.max()
        func report(
            _ code: QuadIssue.Code, _ severity: Severity, _ value: Double, _ limit: Double, at edge: Double
        ) {
            let corner = (0..<4).first { lengths[$0] == edge } ?? 0
            let middle = quad[corner: corner] * 0.5 + quad[corner: (corner + 1) & 3] * 0.5
            found.add(code, severity) {
                QuadIssue(
                    $0, $1, value: value, limit: limit, unit: code == .aspectRatio ? .ratio : .metres,
                    corner: corner, location: middle)
            }
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
    }

    private func angles(_ quad: Quad, isConvex: Bool, _ found: inout some FindingSink) {
        guard !screen.hasClearCorners(quad, isConvex: isConvex) else { return }
        // The corner farthest from a right angle is the one nearest to a straight line.
        var least = Double.infinity, straightest = 0, most = -Double.infinity, skewest = 0
        var angles = SIMD4<Double>(repeating: .nan)
        let candidates = quad.leastRightCorners
        for corner in 0..<4 where candidates[corner] {
            guard let angle = quad.cornerAngle(corner) else { return }
            angles[corner] = angle
            let fromStraight = Double.minimum(angle, .pi - angle)
            let fromRight = Double.maximum(angle - .pi / 2, .pi / 2 - angle)
            if fromStraight < least { (least, straightest) = (fromStraight, corner) }
            if fromRight > most { (most, skewest) = (fromRight, corner) }
        }
        if least < limits.straightAngle {
            let corner = straightest
            found.add(.straightCorner, .warning) {
                QuadIssue(
                    $0, $1, value: angles[corner],
                    limit: angles[corner] < .pi / 2 ? limits.straightAngle : .pi - limits.straightAngle,
                    unit: .radians, corner: corner, location: quad[corner: corner])
            }
        }
        if isConvex, most > limits.rectangleAngle {
            let corner = skewest
            found.add(.notRectangular, .info) {
                QuadIssue(
                    $0, $1, value: most, limit: limits.rectangleAngle, unit: .radians,
                    corner: corner, location: quad[corner: corner])
            }
        }
    }

    private func winding(_ quad: Quad, _ facing: SIMD3<Double>, _ found: inout some FindingSink) {
        guard facing.isFinite, ExactSign.along(facing, quad) < 0 else { return }
        found.add(.winding, .warning) {
            QuadIssue(
                $0, $1, value: quad.normal?.angle(to: facing), limit: .pi / 2, unit: .radians,
                location: quad.center, fix: .reorder(SIMD4(0, 3, 2, 1)))
        }
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

extension QuadCheck {
    /// The sum of the findings of ``issues(_:facing:)``, without asking for memory.
    ///
    /// - Parameters:
    ///   - quad: the quad to check.
    ///   - facing: the direction that the right-hand normal should share; without one, winding is not checked.
    public func verdict(_ quad: Quad, facing: SIMD3<Double>? = nil) -> QuadVerdict {
        var verdict = QuadVerdict()
        examine(quad, screen.look(quad), facing: facing, &verdict)
        return verdict
    }
}

extension QuadCheck {
    /// Calls `body` with each row of a block that the kernel does not find sound, in order, and the kernel's answer.
    ///
    /// - Parameters:
    ///   - numbers: twelve columns, `stride` numbers apart, that may be read up to the next multiple of 8 rows.
    ///   - rows: at most ``QuadColumns/blockSize``.
    @inline(__always)
    func screenBlock(
        _ numbers: UnsafePointer<Double>, stride: Int, rows: Int, on level: KernelLevel,
        _ body: (Int, SoundnessScreen.Answer) -> Void
    ) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * QuadColumns.blockSize / 8) {
            bytes in
            guard let skewed = bytes.baseAddress else { return }
            let unclear = unsafe skewed + QuadColumns.blockSize / 8, groups = (rows + 7) / 8
            unsafe screen.withNumbers {
                unsafe level.kernels.screenQuads(numbers, stride, 8 * groups, $0, skewed, unclear)
            }
            for group in 0..<groups {
                var bits = unsafe skewed[group] | unclear[group]
                while bits != 0 {
                    let bit = bits.trailingZeroBitCount, row = 8 * group + bit
                    bits &= bits - 1
                    guard row < rows else { break }
                    unsafe body(row, unclear[group] >> UInt8(bit) & 1 != 0 ? .unclear : .skewed)
                }
            }
        }
    }
}

/// The findings on one quad of many.
public struct IndexedIssues: Hashable, Sendable {
    /// The place of the quad, from 0.
    public var index: Int
    /// Its findings, not empty.
    public var issues: [QuadIssue]

    public init(index: Int, issues: [QuadIssue]) {
        self.index = index
        self.issues = issues
    }
}

extension QuadCheck {
    /// The findings of every quad that has any, in order; the same as those of ``issues(_:facing:)``.
    ///
    /// With a direction to face every quad is looked at by itself.
    public func issues(
        in quads: QuadColumns, facing: SIMD3<Double>? = nil, on level: KernelLevel = .best
    ) -> [IndexedIssues] {
        guard let facing else { return issues(in: quads, rows: 0..<quads.count, level) }
        return (0..<quads.count).compactMap { index in
            let issues = issues(quads.row(index), facing: facing)
            return issues.isEmpty ? nil : IndexedIssues(index: index, issues: issues)
        }
    }

    #if !hasFeature(Embedded)
    /// The same on as many threads as there are processors: worth it where findings are many.
    public func issuesConcurrently(in quads: QuadColumns, on level: KernelLevel = .best) async
        -> [IndexedIssues]
    {
        await (0..<quads.count).concurrently(inPiecesOf: 32 * QuadColumns.blockSize) { rows in
            issues(in: quads, rows: rows, level)
        }
    }
    #endif

    /// Rows must start at a multiple of 8.
    private func issues(in quads: QuadColumns, rows: Range<Int>, _ level: KernelLevel) -> [IndexedIssues] {
        var found: [IndexedIssues] = []
        let storage = quads.storage
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: QuadColumns.blockSize) {
            let count = min(rows.upperBound - start, QuadColumns.blockSize)
            unsafe screenBlock(storage.base + start, stride: storage.stride, rows: count, on: level) {
                let issues = issues(quads.row(start + $0), $1, facing: nil)
                if !issues.isEmpty { found.append(IndexedIssues(index: start + $0, issues: issues)) }
            }
        }
        return found
    }
}

#if !hasFeature(Embedded)
extension Range<Int> {
    /// The results of the pieces of this range, in order, on as many threads as there are processors; pieces of a fixed
    /// size, so that the answer does not depend on the threads.
    func concurrently<Element: Sendable>(
        inPiecesOf size: Int, _ work: @escaping @Sendable (Range<Int>) -> [Element]
    ) async -> [Element] {
        let pieces = stride(from: lowerBound, to: upperBound, by: size).map { start in
            start..<Swift.min(start + size, upperBound)
        }
        return await withTaskGroup(of: (Int, [Element]).self) { group in
            for piece in pieces { group.addTask { (piece.lowerBound, work(piece)) } }
            var found: [(Int, [Element])] = []
            for await part in group { found.append(part) }
            return found.sorted { $0.0 < $1.0 }.flatMap { $0.1 }
        }
    }
}
#endif

/// A receiver of findings, which decides whether their numbers are worked out.
protocol FindingSink {
    /// Takes a finding, which `issue` makes of its code and severity.
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: (QuadIssue.Code, Severity) -> QuadIssue)
}

extension [QuadIssue]: FindingSink {
    @inline(__always)
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: (QuadIssue.Code, Severity) -> QuadIssue
    ) {
        append(issue(code, severity))
    }
}

extension QuadVerdict: FindingSink {
    @inline(__always)
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: (QuadIssue.Code, Severity) -> QuadIssue
    ) {
        codes.insert(QuadIssue.CodeSet(code))
        if self.severity.map({ severity.rank > $0.rank }) ?? true { self.severity = severity }
    }
}

extension Severity {
    /// Hints are the least, errors the gravest.
    fileprivate var rank: Int {
        switch self {
        case .hint: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        }
    }
}

extension Quad {
    /// All that is wrong with it under the limits of a profile, the gravest first; empty of a sound one.
    ///
    /// ```swift
    /// let bowTie = Quad([0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 0])
    /// print(bowTie.issues().map(\.code))  // [selfIntersecting]
    /// ```
    public func issues(_ profile: QuadProfile = .app, facing: SIMD3<Double>? = nil) -> [QuadIssue] {
        QuadCheck(profile).issues(self, facing: facing)
    }
}
