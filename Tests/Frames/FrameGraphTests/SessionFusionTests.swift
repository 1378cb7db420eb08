import FrameGraph
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Several sessions make one set of markers")
struct SessionFusionTests {
    /// The squares of corners' misses after one alignment with the truth, over corners that three sessions tapped rightly.
    static func squares(_ fusion: SessionFusion, _ scene: FusionScene) throws -> (sum: Double, count: Int) {
        var fused: [SIMD3<Double>] = [], truth: [SIMD3<Double>] = []
        for marker in scene.quads.indices {
            let own = try #require(FusionScene.marker(marker, of: fusion))
            for corner in 0..<4 where scene.soundCount(marker, corner) >= 3 {
                fused.append(own.quad[corner: corner])
                truth.append(scene.quads[marker][corner: corner])
            }
        }
        let motion = try RigidFit(Correspondences(sources: fused, targets: truth)).targetFromSource
        let sum = zip(fused, truth).reduce(0.0) { sum, pair in
            let miss = motion * pair.0 - pair.1
            return sum + miss.dot(miss)
        }
        return (sum, fused.count)
    }

    @Test("Sound sessions lose nothing by being distrusted")
    func sound() throws {
        var robust = 0.0, plain = 0.0
        for sample in 0..<Effort.count(200, quick: 20) {
            let scene = FusionScene(sessions: 5, gross: 0, seed: Seeds.first, sample: sample)
            robust += try SessionFusionTests.squares(SessionFusion(scene.sessions), scene).sum
            let options = FusionOptions(isRobust: false)
            plain += try SessionFusionTests.squares(SessionFusion(scene.sessions, options: options), scene)
                .sum
        }
        #expect((robust / plain).squareRoot() < 1.04)
    }

    @Test(
        "Gross corners are named, and the rest is as good as without them", arguments: [(5, 0.1), (10, 0.2)])
    func gross(sessions: Int, share: Double) throws {
        var named = 0, right = 0, wrong = 0, needed = 0, undecided = 0, sum = 0.0, count = 0
        for sample in 0..<Effort.count(200, quick: 20) {
            let scene = FusionScene(sessions: sessions, gross: share, seed: Seeds.first, sample: sample)
            let fusion = try SessionFusion(scene.sessions)
            let squares = try SessionFusionTests.squares(fusion, scene)
            (sum, count) = (sum + squares.sum, count + squares.count)
            for marker in scene.quads.indices {
                let own = try #require(FusionScene.marker(marker, of: fusion))
                for corner in 0..<4 {
                    let sound = scene.soundCount(marker, corner)
                    if sound < sessions, sound < 3 {
                        needed += 1
                        undecided += own.undecided.contains(corner) ? 1 : 0
                    }
                    for (session, name) in own.sessions.enumerated() {
                        let isNamed = own.leftOut.contains {
                            $0.session == name && $0.corners.contains(corner)
                        }
                        let isGross = scene.isGross[session][marker][corner]
                        named += isNamed ? 1 : 0
                        right += isNamed && isGross ? 1 : 0
                        wrong += isGross ? 1 : 0
                    }
                }
            }
        }
        #expect(Double(right) >= 0.97 * Double(named))
        #expect(Double(right) >= 0.99 * Double(wrong))
        #expect(Double(undecided) >= 0.95 * Double(needed))
        // Sightings that are right, evenly spread, leave this much; 6 numbers of each session and the alignment add a tenth at most.
        let floor = FusionScene.cornerNoise * (3 / (Double(sessions) * (1 - share))).squareRoot()
        #expect((sum / Double(count)).squareRoot() < 1.1 * floor)
    }

    /// The root's frame is held, so the truth in it is its own motion of the true quads: known from the scene without noise.
    @Test("Predicted errors of frames hold, with and without a common error", arguments: [0, 0.005, 0.015])
    func coverage(markerNoise: Double) throws {
        let scenes = Effort.count(400, quick: 60)
        var squares = 0.0, count = 0.0
        for sample in 0..<scenes {
            let scene = FusionScene(
                sessions: 4, gross: 0, markerNoise: markerNoise, seed: Seeds.first, sample: sample)
            let options = FusionOptions(
                root: "s0", cornerNoise: FusionScene.cornerNoise, markerNoise: markerNoise)
            let fusion = try SessionFusion(scene.sessions, options: options)
            for frame in fusion.frames {
                guard let covariance = frame.covariance, let session = Int(frame.session.dropFirst()) else {
                    continue
                }
                let truth = scene.motions[0] * scene.motions[session].inverted()
                let miss = (frame.rootFromSession.inverted() * truth).twist
                squares += try #require(covariance.squaredDistance(miss))
                count += 6
            }
        }
        // Five deviations of the mean of as many squared distances; frames of a scene share the root's errors.
        #expect((squares / count - 1).magnitude < 5 * (2 / Double(6 * scenes)).squareRoot() * 2)
    }

    @Test("A moved marker, a wrong label and a single corner are told apart")
    func reasons() throws {
        let scene = FusionScene(sessions: 5, gross: 0, seed: Seeds.first, sample: 0)
        var sessions = scene.sessions
        var first = sessions[1].markers, second = sessions[2].markers, third = sessions[3].markers
        first["m0"] = first["m0"]?.map { $0 + SIMD3(0.4, 0, 0) }
        (second["m1"], second["m2"]) = (second["m2"], second["m1"])
        third["m3"]?.p2 += SIMD3(0, 0.2, 0)
        sessions[1] = FusionSession(name: "s1", markers: first)
        sessions[2] = FusionSession(name: "s2", markers: second)
        sessions[3] = FusionSession(name: "s3", markers: third)
        let fusion = try SessionFusion(sessions)
        let found = fusion.markers.flatMap { marker in
            marker.leftOut.map {
                "\(marker.key) \($0.session) \($0.reason.rawValue) \($0.corners) \($0.other ?? "-")"
            }
        }
        #expect(
            found == [
                "m0 s1 MARKER_MOVED [0, 1, 2, 3] -", "m1 s2 WRONG_LABEL [0, 1, 2, 3] m2",
                "m2 s2 WRONG_LABEL [0, 1, 2, 3] m1", "m3 s3 CORNER_OFF [1] -",
            ])
    }

    @Test("Quads that begin at another corner are joined in the right order, which is said")
    func orders() throws {
        for share in [1, 4] {
            let scene = FusionScene(sessions: 4, gross: 0, seed: Seeds.first, sample: share)
            let turned = CornerOrder(start: 1, isReversed: false),
                flipped = CornerOrder(start: 2, isReversed: true)
            let markers = scene.sessions[2].markers.map { key, quad in
                let number = Int(key.dropFirst()) ?? 0
                return (
                    key,
                    number % share == 0 ? quad.reordered(number.isMultiple(of: 2) ? turned : flipped) : quad
                )
            }
            var sessions = scene.sessions
            sessions[2] = FusionSession(name: "s2", markers: Dictionary(uniqueKeysWithValues: markers))
            let fusion = try SessionFusion(sessions, options: FusionOptions(root: "s0"))
            let straight = try SessionFusion(scene.sessions, options: FusionOptions(root: "s0"))
            #expect(fusion.markers.map(\.leftOut) == straight.markers.map(\.leftOut))
            for (marker, plain) in zip(fusion.markers, straight.markers) {
                let number = Int(marker.key.dropFirst()) ?? 0
                let order = try #require(marker.orders.dropFirst(2).first)
                #expect((order != .identity) == (number % share == 0))
                for corner in 0..<4 {
                    let apart = (marker.quad[corner: corner] - plain.quad[corner: corner]).length
                    #expect(apart < SessionFusionTests.settled)
                }
            }
        }
    }

    /// In metres: rounds of means and fits end this near to each other.
    private static let settled = 1e-6

    /// A share of scenes less four deviations of chance.
    private static func least(_ share: Double, of scenes: Int) -> Double {
        Double(scenes) * share - 4 * (Double(scenes) * share * (1 - share)).squareRoot()
    }

    /// The aim is 0.95, which 12 markers in a room are too few for.
    @Test(
        "Sessions that drift are named, sound ones are not, and errors widen",
        arguments: [(12, 0.95), (30, 0.95)])
    func drift(markers: Int, share: Double) throws {
        let scenes = Effort.count(200, quick: 20)
        var said = 0, wrongly = 0, squares = 0.0, predicted = 0.0
        for sample in 0..<scenes {
            let scene = FusionScene(
                sessions: 5, gross: 0, drift: FusionScene.drift, markers: markers, seed: Seeds.first,
                sample: sample)
            let fusion = try SessionFusion(scene.sessions)
            said += fusion.drifts.isEmpty ? 0 : 1
            let own = try SessionFusionTests.squares(fusion, scene)
            squares += own.sum / Double(own.count) / Double(scenes)
            for marker in fusion.markers {
                for corner in 0..<4 {
                    let deviation = marker.deviation(ofCorner: corner)
                    predicted += deviation * deviation / Double(4 * markers * scenes)
                }
            }
            let sound = FusionScene(
                sessions: 5, gross: 0, markers: markers, seed: Seeds.first, sample: sample)
            wrongly += try SessionFusion(sound.sessions).drifts.isEmpty ? 0 : 1
        }
        #expect(Double(said) >= SessionFusionTests.least(share, of: scenes), "\(said) of \(scenes)")
        #expect(Double(wrongly) <= 0.01 * Double(scenes), "\(wrongly) of \(scenes)")
        #expect(squares < predicted, "\(squares.squareRoot()) m, \(predicted.squareRoot()) m predicted")
    }

    @Test("Two sessions that disagree decide nothing, and a marker of one is carried over")
    func undecided() throws {
        let scene = FusionScene(sessions: 2, gross: 0, seed: Seeds.first, sample: 1)
        var sessions = scene.sessions, first = sessions[0].markers, second = sessions[1].markers
        first["m5"]?.p1 += SIMD3(0.2, 0, 0)
        second["m7"] = nil
        sessions = [FusionSession(name: "a", markers: first), FusionSession(name: "b", markers: second)]
        let fusion = try SessionFusion(sessions)
        #expect(FusionScene.marker(5, of: fusion)?.undecided == [0])
        #expect(FusionScene.marker(5, of: fusion)?.places.count == 2)
        #expect(FusionScene.marker(7, of: fusion)?.isCarriedOver == true)
        #expect(fusion.markers.filter { !$0.undecided.isEmpty }.count == 1)
    }

    @Test("The order of sessions changes no bit")
    func order() throws {
        let scene = FusionScene(sessions: 4, gross: 0.1, seed: Seeds.first, sample: 2)
        let one = try SessionFusion(scene.sessions), other = try SessionFusion(scene.sessions.reversed())
        #expect(one.markers == other.markers)
        #expect(one.frames == other.frames)
    }

    @Test("Sessions that share nothing are named")
    func refusals() throws {
        let scene = FusionScene(sessions: 2, gross: 0, seed: Seeds.first, sample: 3)
        let apart = Dictionary(
            uniqueKeysWithValues: scene.sessions[1].markers.map { ("x" + $0.key, $0.value) })
        #expect(throws: FusionError.unconnected(["s1"])) {
            try SessionFusion([scene.sessions[0], FusionSession(name: "s1", markers: apart)])
        }
        #expect(throws: FusionError.tooFewSessions(found: 1)) { try SessionFusion([scene.sessions[0]]) }
        #expect(throws: FusionError.duplicateSession("s0")) {
            try SessionFusion([scene.sessions[0], scene.sessions[0]])
        }
        #expect(throws: FusionError.badNoise(-1)) {
            try SessionFusion(scene.sessions, options: FusionOptions(cornerNoise: -1))
        }
    }
}
