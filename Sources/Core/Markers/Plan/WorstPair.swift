internal import RigidCalibration

/// A pair that speaks against a motion: the worst of its marker.
public struct WorstPair: Hashable, Sendable {
    /// The name of the pair, such as `door.p3`.
    public let name: String
    /// The distance that it is off by, in metres.
    public let distance: Double

    public init(name: String, distance: Double) { (self.name, self.distance) = (name, distance) }

    /// The pairs for which a fit failed, the worst of each marker, the farthest first; empty if it failed for other reasons.
    static func all(of fit: SavedFit) -> [WorstPair] {
        guard let judgement = fit.judgements.first(where: { blamingPairs.contains($0.code) }) else {
            return []
        }
        let named = judgement.pairs.map(Set.init)
        var seen: Set<String> = []
        return fit.document.pairs.filter { named?.contains($0.id) ?? $0.follows }
            .enumerated().sorted { (-$0.element.length, $0.offset) < (-$1.element.length, $1.offset) }
            .compactMap { _, pair in
                seen.insert(pair.group ?? pair.id).inserted
                    ? WorstPair(name: pair.id, distance: pair.length) : nil
            }
    }

    private static let blamingPairs = [FitCode.outlyingPairs, .poorFit].map(\.rawValue)
}
