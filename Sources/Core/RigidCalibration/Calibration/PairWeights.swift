public import QuadGeometry

/// The weight of each coordinate of each pair: a number, or the inverse of the noise of both its points together.
enum PairWeights: Hashable, Sendable {
    /// All the same, or each by its number; the noise is not known beyond a common factor.
    case numbers([Double]?)
    /// Per square metre.
    case matrices([SymmetricMatrix])

    subscript(pair: Int) -> SymmetricMatrix {
        switch self {
        case .numbers(let numbers): SymmetricMatrix(diagonal: numbers?[pair] ?? 1)
        case .matrices(let matrices): matrices[pair]
        }
    }

    /// The weight of a pair as one number: of a matrix, the mean of the three directions.
    func number(of pair: Int) -> Double {
        switch self {
        case .numbers(let numbers): numbers?[pair] ?? 1
        case .matrices(let matrices): matrices[pair].trace / 3
        }
    }

    func counts(_ pair: Int) -> Bool {
        switch self {
        case .numbers(let numbers): numbers.map { $0[pair] > 0 } ?? true
        case .matrices(let matrices): matrices[pair].trace > 0
        }
    }

    /// The weights of pairs whose noise is given, under a turn: w (Cq + s² R Cp Rᵀ)⁻¹.
    init(_ pairs: Correspondences, turnedBy rotation: Rotation, scale: Double) throws(RigidFitError) {
        var matrices: [SymmetricMatrix] = []
        matrices.reserveCapacity(pairs.count)
        for pair in 0..<pairs.count {
            let noise = pairs.noise(of: pair, turnedBy: rotation, growth: scale) ?? .zero
            guard let inverse = noise.inverse, inverse.isCovariance else { throw .noNoise(pair: pair) }
            matrices.append(inverse * (pairs.weights?[pair] ?? 1))
        }
        self = .matrices(matrices)
    }
}

extension Correspondences {
    /// The covariance that a pair states for its residual under a turn and a growth, Cq + s² R Cp Rᵀ; `nil` where it
    /// states none.
    public func noise(of pair: Int, turnedBy rotation: Rotation, growth: Double = 1) -> SymmetricMatrix? {
        guard let source = sourceCovariances?[pair] else { return targetCovariances?[pair] }
        return (targetCovariances?[pair] ?? .zero) + source.turned(by: rotation) * (growth * growth)
    }
}
