internal import QuadGeometry

/// The evidence of one pair on the motion, and of the motion on it.
public struct PairEvidence: Hashable, Sendable {
    /// The target less the moved source, in metres.
    public let residual: SIMD3<Double>
    /// Its length, in metres.
    public let length: Double
    /// The residual in units of its own expected deviation, over three directions: below 2.8 for 95 of 100 pairs. `nil`
    /// where the pair has no redundancy, or the noise is unknown.
    public let standardised: Double?
    /// The share of the pair's three coordinates that was spent on the motion: 0 to 3, all pairs together as many as the
    /// model has unknowns.
    public let leverage: Double
    /// The residual's length under the motion of all pairs but its group, in metres; `nil` where the others fix none.
    public let leaveOneOut: Double?
    /// The change that leaving out its group makes to the pairs, root mean square, in metres; `nil` where the others
    /// fix no motion.
    public let influence: Double?
}

extension MotionEstimate {
    /// The evidence of every pair. Pairs of one group are left out together; without groups each is alone.
    func pairEvidence(_ pairs: Correspondences, _ errors: ErrorModel? = nil) -> [PairEvidence] {
        let markers = errors.flatMap { $0.hasMarkers ? $0 : nil }
        var evidence = [PairEvidence?](repeating: nil, count: pairs.count)
        var all = NormalMatrix(size: changes.free.count)
        for source in pairs.sources {
            all.add(changes.columns(at: motion.moved(source)), SymmetricMatrix(diagonal: 1))
        }
        for group in pairs.members {
            let others = without(group, pairs)
            let size = others.map { change in
                zip(change, all * change).reduce(0) { $0 + $1.0 * $1.1 } / Double(pairs.count)
            }
            let shared = markers == nil ? [] : sum(group, pairs)
            for pair in group {
                let columns = changes.columns(at: motion.moved(pairs.sources[pair]))
                let residual = motion.residual(pairs, pair)
                let leftOut = others.map { change in
                    zip(columns, change).reduce(residual) { $0 - $1.0 * $1.1 }.length
                }
                let spread = spread(columns)
                evidence[pair] = PairEvidence(
                    residual: residual, length: residual.length,
                    standardised: markers.map {
                        standardised(residual, columns, of: shared, weights[pair].xx, $0)
                    } ?? standardised(residual, weights[pair], spread),
                    leverage: weights[pair].traceOfProduct(spread), leaveOneOut: leftOut,
                    influence: size.map { $0.squareRoot() })
            }
        }
        return evidence.compactMap { $0 }
    }

    /// The change of the motion when these pairs do not count; `nil` when the others leave a change free.
    private func without(_ group: [Int], _ pairs: Correspondences) -> [Double]? {
        var share = NormalMatrix(size: changes.free.count)
        var pull = [Double](repeating: 0, count: changes.free.count)
        for pair in group {
            let columns = changes.columns(at: motion.moved(pairs.sources[pair]))
            let weighted = weights[pair] * motion.residual(pairs, pair)
            share.add(columns, weights[pair])
            for (i, column) in columns.enumerated() { pull[i] -= column.dot(weighted) }
        }
        return (information - share).choleskyFactor.map { $0.backward($0.forward(pull)) }
    }

    /// The movement with each change of the motion, summed by weight over pairs.
    private func sum(_ group: [Int], _ pairs: Correspondences) -> [SIMD3<Double>] {
        group.reduce(into: changes.free.map { _ in SIMD3<Double>.zero }) { sums, pair in
            let columns = changes.columns(at: motion.moved(pairs.sources[pair]))
            for (i, column) in columns.enumerated() { sums[i] += column * weights[pair].xx }
        }
    }

    /// The residual of a marker's pair in units of what is expected: its marker's error and its own less what the motion took
    /// of both.
    private func standardised(
        _ residual: SIMD3<Double>, _ columns: [SIMD3<Double>], of shared: [SIMD3<Double>], _ weight: Double,
        _ errors: ErrorModel
    ) -> Double? {
        guard weight > 0 else { return nil }
        let size = errors.marker + errors.corner / weight
        let motion = errors.estimated + errors.assumed
        var expected = SymmetricMatrix(diagonal: size)
        for (i, column) in columns.enumerated() {
            var taken = SIMD3<Double>.zero, known = taken
            for j in columns.indices {
                taken += (shared[j] * errors.marker + columns[j] * errors.corner) * inverse[i, j]
                known += columns[j] * motion[i, j]
            }
            expected = expected + SymmetricMatrix(product: column, known - taken * 2)
        }
        guard expected.determinant > 1e-9 * size * size * size, let inverse = expected.inverse else {
            return nil
        }
        return max(residual.dot(inverse * residual), 0).squareRoot()
    }

    /// J A⁻¹ Jᵀ: how uncertain the moved point is, in units of one weight.
    private func spread(_ columns: [SIMD3<Double>]) -> SymmetricMatrix {
        var sum = SymmetricMatrix.zero
        for (i, a) in columns.enumerated() {
            let b = columns.indices.reduce(SIMD3<Double>.zero) { $0 + columns[$1] * inverse[i, $1] }
            sum = sum + SymmetricMatrix(product: a, b)
        }
        return sum
    }

    /// A residual keeps the pair's own noise less what the motion took of it.
    private func standardised(
        _ residual: SIMD3<Double>, _ weight: SymmetricMatrix, _ spread: SymmetricMatrix
    ) -> Double? {
        guard let variance, variance > 0, let noise = weight.inverse else { return nil }
        let expected = noise - spread
        // A direction with less than this share of its noise left is spent on the motion.
        guard expected.determinant > 1e-9 * noise.determinant, let inverse = expected.inverse else {
            return nil
        }
        return (max(residual.dot(inverse * residual), 0) / variance).squareRoot()
    }
}

extension Correspondences {
    /// The pairs of each group, in the order in which groups first appear; without groups each pair is one.
    var members: [[Int]] {
        guard let groups else { return (0..<count).map { [$0] } }
        var place: [Int: Int] = [:]
        var members: [[Int]] = []
        for (pair, group) in groups.enumerated() {
            if let known = place[group] {
                members[known].append(pair)
            } else {
                place[group] = members.count
                members.append([pair])
            }
        }
        return members
    }
}
