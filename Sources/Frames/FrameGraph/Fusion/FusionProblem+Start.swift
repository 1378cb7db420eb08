internal import QuadGeometry
internal import RigidCalibration

extension FusionProblem {
    /// Places each session against those placed before, the one that shares most markers with them first.
    mutating func start() throws(FusionError) {
        var known = [Quad?](repeating: nil, count: keys.count)
        for sighting in sightings[root] { known[sighting.marker] = sighting.quad }
        var waiting = Set(names.indices).subtracting([root])
        while !waiting.isEmpty {
            let counts = waiting.sorted().map { session in
                (session, sightings[session].count { known[$0.marker] != nil })
            }
            var placed: Int?
            for (session, count) in counts.sorted(by: { ($0.1, $1.0) > ($1.1, $0.0) }) where count > 0 {
                guard let motion = startMotion(session, known) else { continue }
                motions[session] = motion
                placed = session
                break
            }
            guard let placed else { throw .unconnected(waiting.sorted().map { names[$0] }) }
            waiting.remove(placed)
            reorder(placed, known)
            for sighting in sightings[placed] where known[sighting.marker] == nil {
                known[sighting.marker] = motions[placed] * sighting.quad
            }
        }
        for (marker, quad) in known.enumerated() { fused[marker] = quad ?? fused[marker] }
    }

    /// The motion that most shared corners follow; of many markers a part decides.
    private func startMotion(_ session: Int, _ known: [Quad?]) -> AnchoredMotion? {
        let shared = sightings[session].filter { known[$0.marker] != nil }
        let step = Double.maximum(Double(shared.count) / Double(FusionProblem.mostAtStart), 1)
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        for place in 0..<min(shared.count, FusionProblem.mostAtStart) {
            let sighting = shared[min(Int(Double(place) * step), shared.count - 1)]
            sources += sighting.quad.corners
            targets += known[sighting.marker]?.corners ?? []
        }
        do throws(RigidFitError) {
            let pairs = try Correspondences(sources: sources, targets: targets)
            let fit = try RobustFit(pairs, bound: FusionProblem.startBound)
            if 2 * fit.inliers.count(where: { $0 }) > sources.count { return fit.targetFromSource }
        } catch {}
        return orderedMotion(sources, targets) ?? FusionProblem.fit(sources, targets, nil)
    }

    /// The motion where quads may begin at any corner.
    private func orderedMotion(_ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>]) -> AnchoredMotion? {
        func quads(_ corners: [SIMD3<Double>]) -> [Quad] {
            stride(from: 0, to: corners.count, by: 4).map { first in
                Quad(corners[first], corners[first + 1], corners[first + 2], corners[first + 3])
            }
        }
        do throws(RigidFitError) {
            let ordered = try CornerOrders(
                sources: quads(sources), targets: quads(targets), bound: FusionProblem.startBound)
            return try RobustFit(ordered.correspondences, bound: FusionProblem.startBound).targetFromSource
        } catch { return nil }
    }

    /// Gives the corners of a placed session's quads the order of those known before, where only another order puts them there.
    private mutating func reorder(_ session: Int, _ known: [Quad?]) {
        for place in sightings[session].indices {
            let quad = sightings[session][place].quad
            guard let there = known[sightings[session][place].marker] else { continue }
            let moved = motions[session] * quad
            func count(_ order: CornerOrder) -> Int {
                let own = moved.reordered(order)
                return (0..<4).count {
                    (own[corner: $0] - there[corner: $0]).length <= FusionProblem.startBound
                }
            }
            // A flip about a diagonal leaves two corners in place.
            guard count(.identity) <= 2 else { continue }
            for order in CornerOrder.all where order != .identity && count(order) > 2 {
                sightings[session][place].quad = quad.reordered(order)
                sightings[session][place].order = order
                break
            }
        }
    }

    private static let mostAtStart = 24
    /// In metres: many times the noise of taps, less than most gross errors.
    private static let startBound = 0.03

    /// Weights by Geman and McClure on the distances of corners, at scales that fall from 100 mm to four deviations; then corners
    /// beyond four deviations count nothing and all others fully.
    mutating func reject(_ options: FusionOptions) {
        let isGiven = options.cornerNoise != nil && options.markerNoise != nil
        let given = isGiven ? FusionNoise(self, options) : nil
        if let given { gravity?.expect(noise: given.ofTurns) }
        medians()
        var scale = FusionProblem.firstScale
        var noise = given?.total ?? spread()
        while true {
            for _ in 0..<FusionProblem.roundsAtScale {
                weigh { distance, _ in
                    let share = scale * scale / (scale * scale + distance * distance)
                    return share * share
                }
                average()
                _ = place()
            }
            noise = given?.total ?? spread()
            if given == nil { gravity?.expect(noise: noise) }
            let least = FusionProblem.mostDeviations * noise
            guard scale > least else { break }
            scale = Double.maximum(scale * 0.7, least)
        }
        weigh { distance, _ in distance <= FusionProblem.mostDeviations * noise ? 1 : 0 }
        for _ in 0..<FusionProblem.decisions {
            settle()
            let noise = FusionNoise(self, options)
            gravity?.expect(noise: noise.ofTurns)
            decide(noise.total)
        }
        settle()
    }

    private static let firstScale = 0.1
    private static let roundsAtScale = 6
    private static let decisions = 3
    /// Of sound corners one in a thousand is farther off.
    static let mostDeviations = 4.0

    /// Moves markers to the medians of their sightings, coordinate by coordinate, and sessions with them.
    private mutating func medians() {
        for _ in 0..<FusionProblem.decisions {
            var lists = [[[Double]]](repeating: [[Double]](repeating: [], count: 12), count: keys.count)
            for session in sightings.indices {
                for sighting in sightings[session] {
                    for corner in 0..<4 {
                        let moved = motions[session] * sighting.quad[corner: corner]
                        for axis in 0..<3 { lists[sighting.marker][3 * corner + axis].append(moved[axis]) }
                    }
                }
            }
            for marker in fused.indices {
                for corner in 0..<4 {
                    for axis in 0..<3 {
                        fused[marker][corner: corner][axis] = median(lists[marker][3 * corner + axis])
                    }
                }
                sums[marker] = SIMD4(repeating: Double(lists[marker][0].count))
            }
            weigh { distance, _ in
                let share = 1 / (1 + (distance / 0.02) * (distance / 0.02))
                return share * share
            }
            for session in sightings.indices {
                for place in sightings[session].indices {
                    sightings[session][place].weights.replace(
                        with: 1e-9, where: sightings[session][place].weights .< 1e-9)
                }
            }
            _ = place()
        }
    }

    /// Weighs every corner by its distance and the number of sightings of its marker.
    private mutating func weigh(_ weight: (_ distance: Double, _ sightings: Double) -> Double) {
        for session in sightings.indices {
            for place in sightings[session].indices {
                let sighting = sightings[session][place]
                for corner in 0..<4 {
                    let off = distance(session, sighting, corner)
                    sightings[session][place].weights[corner] = weight(off, sums[sighting.marker][corner])
                }
            }
        }
    }

    /// Decides for every corner by the distance from the mean of the others, in deviations.
    private mutating func decide(_ noise: Double) {
        let sums = self.sums
        for session in sightings.indices {
            for place in sightings[session].indices {
                let sighting = sightings[session][place]
                for corner in 0..<4 {
                    let counted = sums[sighting.marker][corner], isIn = sighting.weights[corner] > 0
                    // Alone a corner contradicts nothing.
                    guard counted > (isIn ? 1 : 0) else { continue }
                    let share = isIn ? 1 - 1 / counted : 1 + 1 / counted
                    let most = FusionProblem.mostDeviations * noise * share.squareRoot()
                    let isSound = distance(session, sighting, corner) <= most
                    sightings[session][place].weights[corner] = isSound ? 1 : 0
                }
            }
        }
    }

    /// The deviation of a coordinate that the median distance of corners tells.
    private func spread() -> Double {
        var squares: [Double] = []
        for session in sightings.indices {
            for sighting in sightings[session] {
                for corner in 0..<4 {
                    let off = distance(session, sighting, corner), sum = sums[sighting.marker][corner]
                    if sum > 1.5 { squares.append(off * off * sum / (sum - 1)) }
                }
            }
        }
        // 2.366 is the median of χ² with three degrees of freedom.
        return Double.maximum((median(squares) / 2.366).squareRoot(), FusionNoise.least)
    }
}
