import DemoScenes
import QuadGeometry
import Testing

@Suite("The demo wall")
struct DemoWallTests {
    private static let seeds: ClosedRange<UInt64> = 1...8

    /// Rounding of places when a pose is applied, in metres.
    private static let slack = 1e-12

    @Test("has twelve objects, none too near to another", arguments: seeds)
    func objects(seed: UInt64) {
        let objects = DemoWall(seed: seed).objects
        #expect(objects.count == 12)
        for (place, one) in objects.enumerated() {
            for other in objects[..<place] {
                let gap = (one.center - other.center).length
                #expect(gap >= (one.label == other.label ? 0.30 : 0.15), "seed \(seed)")
            }
            let quad = one.quad
            #expect(quad.edgeLengths.max() - 0.08 < DemoWallTests.slack)
            #expect((quad.center - one.center).length < DemoWallTests.slack)
            // The right-hand normal leads away from the phone.
            #expect((quad.p2 - quad.p1).cross(quad.p3 - quad.p2).z < 0)
        }
    }

    @Test("is seen from twenty stands of ten frames, 0.9 to 1.4 m away", arguments: seeds)
    func path(seed: UInt64) throws {
        let wall = DemoWall(seed: seed), frames = wall.frames
        #expect(frames.count == 200 && frames.map(\.number) == Array(0..<200))
        for stand in 0..<20 {
            let ours = frames[10 * stand..<10 * stand + 10]
            #expect(Set(ours.map(\.stand)) == ["stand \(stand + 1)"])
            let wrong = ours.map { $0.measured * $0.actual.inverted() }
            let first = try #require(ours.first)
            for (frame, turn) in zip(ours, wrong.map(\.rotation)) {
                // Of one stand, all poses are off by the same turn and shift.
                #expect((turn.inverted() * wrong[0].rotation).angle < 1e-7)
                let shift = frame.measured.translation - frame.actual.translation
                let firstShift = first.measured.translation - first.actual.translation
                #expect((shift - firstShift).length < DemoWallTests.slack)
                #expect((0.9...1.4).contains(frame.actual.translation.length))
            }
        }
        for object in wall.objects.indices {
            let seen = frames.filter { $0.sightings.contains { $0.object == object } }
            #expect(seen.count >= 3 && Set(seen.map(\.stand)).count >= 2, "seed \(seed), object \(object)")
        }
        #expect(frames.allSatisfy { Set($0.sightings.map(\.object)).count == $0.sightings.count })
        #expect(wall.frame(200).stand == "stand 21")
    }

    @Test("is the same for the same seed, and another for another")
    func repeats() {
        #expect(DemoWall(seed: 3).frames == DemoWall(seed: 3).frames)
        #expect(DemoWall(seed: 3).objects != DemoWall(seed: 4).objects)
        #expect(DemoWall(seed: 3).frames.map(\.measured) != DemoWall(seed: 4).frames.map(\.measured))
    }

    @Test("has boxes, distances and poses that are off as much as it says", arguments: DemoWall.Distance.all)
    func noise(distances: DemoWall.Distance) {
        var edges: [Double] = [], depths: [Double] = [], shifts: [Double] = [], turns: [Double] = []
        for seed in DemoWallTests.seeds {
            let wall = DemoWall(seed: seed, distances: distances)
            for frame in wall.frames {
                for one in frame.sightings {
                    let seen = frame.actual.inverted() * wall.objects[one.object].center
                    let half = 933.9137 * 0.04 / -seen.z
                    let u = 617.7059 - 933.9137 * seen.x / seen.z, v = 363.0624 + 933.9137 * seen.y / seen.z
                    edges += [one.centerX - one.width / 2 - u + half, one.centerX + one.width / 2 - u - half]
                    edges += [
                        one.centerY - one.height / 2 - v + half, one.centerY + one.height / 2 - v - half,
                    ]
                    depths.append(one.distance - (distances == .axis ? -seen.z : seen.length))
                }
                guard frame.number % 10 == 0 else { continue }
                let shift = frame.measured.translation - frame.actual.translation
                let turn = (frame.measured.rotation * frame.actual.rotation.inverted()).rotationVector
                shifts += [shift.x, shift.y, shift.z]
                turns += [turn.x, turn.y, turn.z].map { $0 * 180 / .pi }
            }
        }
        for (numbers, deviation) in [(edges, 2.0), (depths, 0.0015), (shifts, 0.005), (turns, 0.3)] {
            let mean = numbers.reduce(0, +) / Double(numbers.count)
            let square = numbers.reduce(0) { $0 + $1 * $1 } / Double(numbers.count)
            // Four deviations of the mean, and of the variance of a normal law.
            let sure = 4 / Double(numbers.count).squareRoot()
            #expect(abs(mean) < sure * deviation)
            #expect(abs(square / (deviation * deviation) - 1) < sure * 2.0.squareRoot())
        }
    }
}

extension DemoWall.Distance {
    fileprivate static let all = [DemoWall.Distance.axis, .ray]
}
