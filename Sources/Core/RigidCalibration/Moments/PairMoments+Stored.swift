internal import QuadGeometry

/// Moments as numbers, to be stored, sent and read again to the bit.
extension PairMoments {
    /// The count of ``numbers``.
    public static let numberCount = 38
    /// The most pairs that numbers can be the moments of: counts beyond are not exact as doubles.
    public static let mostStoredPairs = 0x1p53

    /// All that the moments are: the count of pairs, the roundings, then the sum of the weights, the means, the columns of
    /// the cross-covariance and the scatters, each number in two parts.
    public var numbers: [Double] {
        var all = [Double(count), roundings, total.high, total.low]
        for vector in [sourceMean, targetMean, cross.x, cross.y, cross.z] {
            for part in [vector.x, vector.y, vector.z] { all += [part.high, part.low] }
        }
        return all + [sourceSquares.high, sourceSquares.low, targetSquares.high, targetSquares.low]
    }

    /// Moments read from ``numbers``; `nil` where these are not the moments of any pairs.
    ///
    /// - Parameter numbers: as ``numbers`` gave them.
    public init?(numbers: [Double]) {
        guard numbers.count == PairMoments.numberCount, numbers.allSatisfy({ $0.isFinite }),
            numbers[0] >= 0, numbers[0] <= PairMoments.mostStoredPairs, let count = Int(exactly: numbers[0])
        else { return nil }
        self.init()
        guard count > 0 else {
            guard numbers.allSatisfy({ $0 == 0 }) else { return nil }
            return
        }
        var parts: [DoubleDouble] = []
        for place in stride(from: 2, to: PairMoments.numberCount, by: 2) {
            let (high, low) = (numbers[place], numbers[place + 1])
            // The second part is what the first has rounded away, and so adds nothing to it.
            guard high + low == high else { return nil }
            parts.append(DoubleDouble(high: high, low: low))
        }
        func vector(_ first: Int) -> DoubleDoubleVector {
            DoubleDoubleVector(parts[first], parts[first + 1], parts[first + 2])
        }
        let squares = (parts[16].high, parts[17].high), weight = parts[0].high
        // Points are no farther from their mean than twice the largest coordinate.
        let reach = Correspondences.largestCoordinate
        let most = 16 * reach * reach * weight
        let means = parts[1...6], products = parts[7...15]
        guard numbers[1] >= 0, weight > 0, most.isFinite,
            means.allSatisfy({ $0.high.magnitude <= 2 * reach }),
            products.allSatisfy({ $0.high.magnitude <= most }),
            squares.0.magnitude <= most, squares.1.magnitude <= most
        else { return nil }
        restore(count: count, roundings: numbers[1])
        total = parts[0]
        sourceMean = vector(1)
        targetMean = vector(4)
        cross = DoubleDoubleMatrix(vector(7), vector(10), vector(13))
        sourceSquares = parts[16]
        targetSquares = parts[17]
    }
}
