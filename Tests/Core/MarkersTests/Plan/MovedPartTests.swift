import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("A fit to markers of which a part was moved before")
struct MovedPartTests {
    private static let count = 40
    /// A scan's noise, in metres.
    private static let noise = 0.004

    /// A fit of markers of which the first were moved before; corners of the new scan have noise of their own.
    private static func motion(_ moved: Int, isRobust: Bool, seed: UInt64) throws -> PlannedMotion {
        var random = SeededGenerator(seed: seed)
        func error() -> Double { (Double(random.next() >> 11) * 0x1p-53 - 0.5) * 2 * noise }
        let turn = try #require(Rotation(rotationVector: SIMD3(0, 0.4, 0)))
        let transform = try #require(RigidTransform(rotation: turn, translation: SIMD3(1.5, 0.2, -2)))
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = [], groups: [Int] = []
        for number in 0..<count {
            let place = SIMD3(Double(number % 8), 1 + 0.1 * Double(number % 3), Double(number / 8))
            for corner in Quad.rectangle(0.3, 0.2).moved(by: place).corners {
                let target = transform * corner
                sources.append(number < moved ? target : corner)
                targets.append(target + SIMD3(error(), error(), error()))
                groups.append(number)
            }
        }
        let pairs = try Correspondences(sources: sources, targets: targets, groups: groups)
        let fit = isRobust ? try Calibration(robust: pairs) : try Calibration(pairs)
        return PlannedMotion(fit, from: .raw, to: .raw)
    }

    @Test(
        "is known, with or without a robust fit, whichever part is larger", arguments: [true, false],
        Seeds.few)
    func parts(isRobust: Bool, seed: UInt64) throws {
        for moved in [3, 12, 31, 37] {
            let part = try Self.motion(moved, isRobust: isRobust, seed: seed).movedPart
            #expect(
                part?.moved == moved && part?.others == Self.count - moved,
                "seed \(seed), \(moved): \(String(describing: part))")
        }
    }

    @Test("is not seen where all or none were moved", arguments: [true, false], Seeds.few)
    func whole(isRobust: Bool, seed: UInt64) throws {
        #expect(try Self.motion(0, isRobust: isRobust, seed: seed).movedPart == nil, "seed \(seed)")
        #expect(try Self.motion(Self.count, isRobust: isRobust, seed: seed).movedPart == nil, "seed \(seed)")
    }

    /// Of raw corners that are shown 5 m away, a motion that moves what is shown by 10 cm.
    @Test("a vector is no movement", arguments: [(0.1, true), (0.0, false)])
    func vector(off: Double, isUnmoved: Bool) throws {
        let space = SpaceCalibration(CalibrationVector(SIMD3(5, 0, 0)))
        let transform = try #require(RigidTransform(rotation: .identity, translation: SIMD3(5.1, 0, 0)))
        let motion = PlannedMotion(AnchoredMotion(transform), from: .raw, to: .calibrated)
        let corners = Quad.rectangle(0.3, 0.2)
        let partner = FittedMarker.Partner(id: UUID(), corners: corners.moved(by: SIMD3(5 + off, 0, 0)))
        let marker = FittedMarker(id: UUID(), corners: corners, partner: partner)
        #expect(motion.showsUnmoved(marker, in: space) == isUnmoved)
    }
}
