import FrameGraph
import QuadGeometry
import TestSupport
import Testing

@Suite("Errors of fused corners")
struct FusionCoverTests {
    /// Of corners, in the mean of all kinds: 95 of 100 are promised, and bounds by few markers are a little wide.
    private static let mean = 0.94...0.985
    /// Of those of one kind, by few scenes.
    private static let least = 0.88

    @Test("P11: hold for few markers, errors that corners share, and devices that drift")
    func hold() throws {
        var shares: [Double] = []
        for kind in ScannedPlace.Kind.all {
            var within = 0, all = 0
            for sample in 0..<Effort.count(100, quick: 12) {
                let place = try ScannedPlace(kind, seed: Seeds.first, sample: sample)
                let sessions = place.sessions.enumerated().map {
                    FusionSession(name: "\($0.offset)", markers: $0.element)
                }
                // Two sessions may have too little in common, which is said.
                guard let fusion = try? SessionFusion(sessions, options: FusionOptions(root: "0")) else {
                    continue
                }
                for marker in fusion.markers where !marker.isCarriedOver {
                    let truth = try #require(place.truth[marker.key])
                    for corner in 0..<4
                    where marker.agreeing[corner] > 1 && !marker.undecided.contains(corner) {
                        all += 1
                        let miss = (marker.quad[corner: corner] - truth[corner: corner]).length
                        within += miss <= marker.bound(ofCorner: corner) ? 1 : 0
                    }
                }
            }
            let share = Double(within) / Double(all)
            #expect(share >= Self.least, "\(kind.name): \(share)")
            shares.append(share)
        }
        let mean = shares.reduce(0, +) / Double(shares.count)
        #expect(Self.mean.contains(mean), "\(mean) of corners are within their errors")
    }
}
