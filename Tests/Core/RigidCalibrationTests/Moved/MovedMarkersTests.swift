import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Which markers moved")
struct MovedMarkersTests {
    static func told(_ pairs: Correspondences, _ options: CalibrationOptions = CalibrationOptions()) throws
        -> MovedMarkers
    {
        try MovedMarkers(pairs, options: options)
    }

    /// Of a hundred scans one has a false alarm, as of seed 3, where a marker that stayed is called turned.
    static let seeds: [UInt64] = [1, 2, 4]

    @Test("nothing moved", arguments: seeds)
    func none(_ seed: UInt64) throws {
        let told = try Self.told(MovedScene(12, seed: seed).pairs())
        #expect(told.moved.isEmpty && told.stable.count == 12 && told.groups.isEmpty)
        #expect(told.probability > 0.01)
    }

    @Test("a movement of a millimetre is below what is seen, and what is not seen is told")
    func small() throws {
        let told = try Self.told(MovedScene(12).pairs(moved: [3: SIMD3(0.001, 0, 0)]))
        #expect(told.moved.isEmpty)
        #expect(try #require(told.hidden).size > 0.001)
    }

    @Test("one that moved is told with its shift", arguments: seeds)
    func one(_ seed: UInt64) throws {
        let shift = SIMD3(0.2, 0.05, -0.1)
        let told = try Self.told(MovedScene(12, seed: seed).pairs(moved: [7: shift]))
        #expect(told.moved.map(\.marker) == [7])
        let one = try #require(told.moved.first)
        #expect(one.isShifted && one.turn == nil && one.alternatives.isEmpty)
        #expect((one.shift - shift).length < one.bound * 1.5)
        #expect(one.probability < 1e-6)
    }

    @Test("a corner that was mistaken is no movement", arguments: seeds, [0.3, 0.1, 0.05])
    func corner(_ seed: UInt64, _ off: Double) throws {
        let scene = MovedScene(12, seed: seed)
        var new = scene.new(moved: [7: SIMD3(0.2, 0, 0)])
        new[5].p3 += SIMD3(off, 0, 0)
        let told = try Self.told(Correspondences(quads: scene.old, targets: new))
        #expect(told.moved.map(\.marker) == [5, 7])
        #expect(told.moved.map(\.mistakenCorner) == [2, nil])
        #expect(told.groups.allSatisfy { !$0.markers.contains(5) })
    }

    @Test("a marker that was turned about a corner, or is half as large from it, was moved", arguments: seeds)
    func hinge(_ seed: UInt64) throws {
        let scene = MovedScene(12, seed: seed)
        var new = scene.new()
        let hinge = new[5].p1, turn = try #require(Rotation(rotationVector: SIMD3(0.2, 0.5, 0.1)))
        new[5] = new[5].map { hinge + turn * ($0 - hinge) }
        new[8] = new[8].map { new[8].p1 + ($0 - new[8].p1) * 0.4 }
        let told = try Self.told(Correspondences(quads: scene.old, targets: new))
        #expect(told.moved.map(\.marker) == [5, 8] && told.moved.allSatisfy { $0.mistakenCorner == nil })
    }

    @Test("nobody says that none moved where a metre would not be seen", arguments: 1...20)
    func unseen(_ seed: UInt64) throws {
        let result = Result { try Self.told(MovedScene(5, seed: seed).pairs()) }
        guard case .success(let told) = result, told.moved.isEmpty else { return }
        #expect(try #require(told.hidden).size <= MovedMarkers.mostHidden)
    }

    @Test("where half moved nothing is told", arguments: seeds)
    func half(_ seed: UInt64) throws {
        let shifts = Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, SIMD3(0.5, 0, 0.2)) })
        #expect(throws: MovedMarkersError.self) {
            try Self.told(MovedScene(12, seed: seed).pairs(moved: shifts))
        }
    }

    @Test("two groups that moved differently are two groups", arguments: seeds)
    func groups(_ seed: UInt64) throws {
        let (a, b) = (SIMD3(0.4, 0, 0), SIMD3(0.0, 0.1, -0.6))
        let told = try Self.told(
            MovedScene(20, seed: seed).pairs(moved: [0: a, 1: a, 2: a, 10: b, 11: b]))
        #expect(told.moved.map(\.marker) == [0, 1, 2, 10, 11])
        #expect(told.groups.map(\.markers) == [[0, 1, 2], [10, 11]])
        #expect(told.groups.allSatisfy { $0.isShift })
        #expect((try #require(told.groups.first).shift - a).length < 0.02)
    }

    @Test("a mirrored scan is refused")
    func mirrored() throws {
        let scene = MovedScene(12)
        let pairs = try Correspondences(
            sources: scene.pairs().sources.map { SIMD3(-$0.x, $0.y, $0.z) }, targets: scene.pairs().targets,
            groups: scene.pairs().groups)
        #expect(throws: MovedMarkersError.self) { try Self.told(pairs) }
    }

    @Test("of three markers one that moved is not named")
    func three() throws {
        for shift in [SIMD3<Double>.zero, SIMD3(0.3, 0, 0.1)] {
            let result = Result { try Self.told(MovedScene(3).pairs(moved: [1: shift])) }
            // Nothing may be said to have moved: too few check each other.
            if case .success(let told) = result { #expect(told.moved.isEmpty) }
        }
    }

    @Test("many that moved a little show in all markers together", arguments: seeds)
    func congruence(_ seed: UInt64) throws {
        let scene = MovedScene(30, seed: seed)
        var random = SeededGenerator(seed: seed)
        let shifts = Dictionary(
            uniqueKeysWithValues: (0..<30).map {
                ($0, SIMD3<Double>.randomDirection(using: &random) * 0.004)
            })
        var options = CalibrationOptions()
        (options.noise, options.markerNoise) = (0.002, 0.002)
        let still = try Self.told(scene.pairs(), options),
            moved = try Self.told(scene.pairs(moved: shifts), options)
        #expect(try #require(still.congruence) > 0.01)
        #expect(try #require(moved.congruence) < 0.001)
        #expect(try Self.told(scene.pairs()).congruence == nil)
    }

    @Test("copies agree exactly")
    func copies() throws {
        let scene = MovedScene(8)
        let told = try Self.told(Correspondences(quads: scene.old, targets: scene.old))
        #expect(told.moved.isEmpty && told.stable.count == 8 && told.probability == 1)
    }

    @Test("a shift of the whole scan is no movement")
    func whole() throws {
        let all = Dictionary(uniqueKeysWithValues: (0..<12).map { ($0, SIMD3(2.0, 0.3, -1)) })
        #expect(try Self.told(MovedScene(12).pairs(moved: all)).moved.isEmpty)
    }

    @Test("numbers that are none are refused before")
    func nan() throws {
        let pairs = try MovedScene(6).pairs()
        #expect(throws: RigidFitError.self) {
            try Correspondences(
                sources: pairs.sources, targets: pairs.targets.map { $0 + SIMD3(.nan, 0, 0) },
                groups: pairs.groups)
        }
        var options = CalibrationOptions()
        options.noise = .nan
        #expect(throws: MovedMarkersError.self) { try Self.told(pairs, options) }
    }

    @Test("drift is no movement", arguments: seeds)
    func drift(_ seed: UInt64) throws {
        // A bend of 4 cm over the room.
        let pairs = try MovedScene(20, seed: seed).pairs(bent: {
            SIMD3(0, 0, 0.04 * ($0.x / 12) * ($0.x / 12))
        })
        let result = Result { () throws(MovedMarkersError) in try MovedMarkers(pairs) }
        // A drift may hide a metre, which is refused.
        if case .failure(.nothingSeen(let hidden)) = result {
            #expect(hidden.map { $0 > MovedMarkers.mostHidden } ?? true)
            return
        }
        let told = try result.get()
        #expect(told.moved.isEmpty)
    }

    @Test("a marker that was turned in place", arguments: seeds)
    func turned(_ seed: UInt64) throws {
        let turn = SIMD3(0, 0.3, 0)
        let told = try Self.told(MovedScene(12, seed: seed).pairs(turned: [5: turn]))
        #expect(told.moved.map(\.marker) == [5])
        let one = try #require(told.moved.first)
        #expect(!one.isShifted)
        #expect((try #require(one.turn).length - 0.3).magnitude < 0.06)
    }

    @Test("a door with three markers is one group that turned", arguments: seeds)
    func door(_ seed: UInt64) throws {
        let scene = MovedScene(20, seed: seed)
        // Turned by 40 degrees about a hinge at one of them.
        let yaw = Rotation(rotationVector: SIMD3(0, 0.7, 0)) ?? .identity
        let turn = SIMD3(0, 0.7, 0), rotation = Rotation(rotationVector: turn) ?? .identity
        let hinge = scene.old[0].center + SIMD3(1.0, 0, 0)
        var moved: [Int: SIMD3<Double>] = [:]
        for marker in 0..<4 {
            let arm = scene.old[marker].center - hinge
            moved[marker] = yaw * (rotation * arm - arm)
        }
        let told = try Self.told(
            scene.pairs(moved: moved, turned: [0: turn, 1: turn, 2: turn, 3: turn]))
        #expect(told.moved.map(\.marker) == [0, 1, 2, 3])
        let group = try #require(told.groups.first { !$0.isShift })
        #expect(group.markers.count >= 3)
        #expect((group.motion.rotation.angle - 0.7).magnitude < 0.05)
    }

    @Test("more than two fifths are refused")
    func many() throws {
        var random = SeededGenerator(seed: 5)
        let moved = Dictionary(
            uniqueKeysWithValues: (0..<9).map { ($0, SIMD3<Double>.randomDirection(using: &random) * 0.5) })
        #expect(throws: MovedMarkersError.manyMoved(moved: 9, of: 20)) {
            try Self.told(MovedScene(20).pairs(moved: moved))
        }
    }
}
