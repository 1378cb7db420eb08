/// Our rounds and a peer's in turn, and the result.
struct PeerRace {
    private(set) var ours: [Double] = []
    private(set) var theirs: [Double] = []
    private var peer: PeerProcess?

    /// Runs `mine` and a round of the peer alternately; both give nanoseconds an item.
    static func run(rounds: Int, beside peer: PeerProcess?, _ mine: () -> Double) throws -> PeerRace {
        var race = PeerRace()
        race.peer = peer
        for _ in 0..<rounds {
            race.ours.append(mine())
            if let peer { race.theirs.append(try peer.round()) }
        }
        return race
    }

    /// Medians, and the ratio of the peer's time to ours.
    var summary: [String: Any] {
        guard let peer else { return ["median_ns": ours.median] }
        return [
            "median_ns": ours.median, "peer": peer.name, "peer_median_ns": theirs.median,
            "ratio": theirs.median / ours.median,
        ]
    }
}
