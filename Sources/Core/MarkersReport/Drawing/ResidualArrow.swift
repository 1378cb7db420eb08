internal import Markers

/// A residual as it is drawn: from the moved source to the target.
struct ResidualArrow {
    let name: String
    let start, residual: SIMD3<Double>
    let length: Double

    private init(_ name: String, _ start: SIMD3<Double>, _ residual: SIMD3<Double>) {
        (self.name, self.start, self.residual) = (name, start, residual)
        length = (residual * residual).sum().squareRoot()
    }

    /// More arrows than this cannot be told apart: then each marker has one, the mean of its corners.
    static let mostOfCorners = 240
    private static let most = 1500

    /// The arrows of the pairs that took part, longest first.
    static func all(of pairs: [FitDocument.Pair]) -> [ResidualArrow] {
        var arrows: [ResidualArrow] = []
        var groups: [String: [FitDocument.Pair]] = [:]
        for pair in pairs {
            if let group = pair.group, pairs.count > mostOfCorners {
                groups[group, default: []].append(pair)
            } else {
                arrows.append(ResidualArrow(pair.id, pair.target - pair.left, pair.left))
            }
        }
        for (name, pairs) in groups {
            let count = Double(pairs.count)
            arrows.append(
                ResidualArrow(
                    name, pairs.reduce(.zero) { $0 + ($1.target - $1.left) } / count,
                    pairs.reduce(.zero) { $0 + $1.left } / count))
        }
        return Array(arrows.sorted { (-$0.length, $0.name) < (-$1.length, $1.name) }.prefix(most))
    }
}
