import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import Markers

@Suite("The portal's numbers of a marker")
struct MarkerMetricsTests {
    private static let documented = Quad(
        SIMD3(-0.230, 0.060, 0.030), SIMD3(-0.165, 0.057, 0.037), SIMD3(-0.167, 0.050, 0.262),
        SIMD3(-0.232, 0.053, 0.255))
    /// The documents print three digits, the contract nine.
    private static let printed = 0.5e-9

    @Test("the documented quad has the documented numbers")
    func documentedQuad() {
        let metrics = MarkerMetrics(Self.documented)
        #expect((metrics.center - SIMD3(-0.1985, 0.055, 0.146)).largestMagnitude < Self.printed)
        #expect(metrics.zDistance == 0.030)
        #expect(metrics.xDistance == -0.165)
        #expect((metrics.width - 0.067).magnitude < Self.printed)
        #expect((metrics.length - 0.232).magnitude < Self.printed)
        #expect((metrics.size - 0.120304821).magnitude < Self.printed)
        #expect(metrics.least == SIMD3(-0.232, 0.050, 0.030))
        #expect(metrics.greatest == SIMD3(-0.165, 0.060, 0.262))
    }

    @Test("the test marker has its center")
    func testMarker() {
        let metrics = MarkerMetrics(
            Quad(SIMD3(0, 0, 0), SIMD3(0.1, 0, 0), SIMD3(0.1, 0, 0.1), SIMD3(0, 0, 0.1)))
        #expect((metrics.center - SIMD3(0.05, 0, 0.05)).largestMagnitude < Self.printed)
        #expect(metrics.xDistance == 0)
    }

    @Test("of two corners as near, the earlier gives the x distance")
    func tie() {
        let quad = Quad(SIMD3(-1, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 0, 1), SIMD3(-1, 0, 1))
        #expect(MarkerMetrics(quad).xDistance == -1)
        #expect(MarkerMetrics(Quad(quad.p2, quad.p1, quad.p4, quad.p3)).xDistance == 1)
    }

    @Test("calibrated corners differ as in the documented example: in z only")
    func differences() throws {
        let marker = try Marker(Array(MarkerText.full.utf8))
        let raw = MarkerMetrics(try marker.quad)
        let calibrated = MarkerMetrics(try #require(try marker.calibratedData).quad)
        #expect(calibrated.differences(from: raw) == [.centerZ, .zDistance])
        #expect(raw.differences(from: raw).isEmpty)
        let turned = MarkerMetrics(Self.documented.map { SIMD3($0.z, $0.y, -$0.x) })
        #expect(turned.differences(from: raw).contains(.width))
    }

    @Test("details are those of the documented marker, under both sets of names")
    func details() throws {
        let marker = try Marker(Array(MarkerText.full.utf8))
        let metrics = MarkerMetrics(try marker.quad)
        let stored = try #require(try marker.details), own = metrics.details(of: marker.id)
        #expect(own.markerID == marker.id)
        for (a, b) in zip(own.numbers(), stored.numbers()) {
            let (computed, kept) = (try #require(a.value), try #require(b.value))
            #expect(a.name == b.name)
            #expect((computed - kept).magnitude < Self.printed, "\(a.name)")
        }
        #expect(
            own.numbers(.former).map(\.name) == [
                "center_location_long", "center_location_cross", "left_distance", "right_distance",
                "near_distance", "far_distance", "long_size", "cross_size",
            ])
        #expect(own.numbers(.former).map(\.value) == own.numbers().map(\.value))
        for names in [MarkerDetails.Names.current, .former] {
            let text = own.numbers(names).map { "\"\($0.name)\":\($0.value ?? .nan)" }
            let read = try MarkerDetails(try JSONValue("{" + text.joined(separator: ",") + "}"))
            #expect(read.numbers().map(\.value) == own.numbers().map(\.value))
        }
    }

    @Test("the formula that the server used shows in numbers that tell it apart, and in no others")
    func rules() {
        // Turned, and on both sides of the origin: the nearest x is neither the least nor the greatest.
        let metrics = MarkerMetrics(
            Quad([-0.375, 1, 2], [0.125, 1, 2.5], [0.25, 0.875, 2.5], [-0.25, 0.875, 2]))
        var details = metrics.details(of: UUID())
        #expect(metrics.rule(of: details) == .extremes)
        details.xPositive = details.xPositive.map { Double(Float($0)) }
        #expect(metrics.rule(of: details) == .extremes)
        (details.xNegative, details.zPositive) = (metrics.xDistance, 0.5)
        #expect(metrics.rule(of: details) == .distances)
        details.zNegative = 7
        #expect(metrics.rule(of: details) == nil)
        #expect(metrics.rule(of: MarkerDetails()) == nil)
        let left = MarkerMetrics(Self.documented)
        #expect(left.rule(of: left.details(of: UUID())) == nil, "either formula gives these")
    }

    /// The details of a server that has the portal's distances as the nearer ones, on the left or on the right.
    private static func distances(of metrics: MarkerMetrics, onTheLeft: Bool) -> MarkerDetails {
        var details = metrics.details(of: UUID())
        if onTheLeft { details.xNegative = metrics.xDistance } else { details.xPositive = metrics.xDistance }
        return details
    }

    @Test("markers on both sides of the origin tell formulas apart that each alone cannot")
    func evidence() {
        let right = Self.documented.map { SIMD3(-$0.x, $0.y, $0.z) }
        for (sides, rule) in [
            ([Self.documented], nil), ([right], nil), ([right, right], nil),
            ([Self.documented, right], .extremes), ([right, Self.documented], .extremes),
        ] as [([Quad], MarkerMetrics.DetailsRule?)] {
            var evidence = DetailsEvidence()
            for quad in sides { evidence.note(MarkerMetrics(quad).details(of: UUID()), of: quad) }
            #expect(evidence.rule == rule && evidence.count == sides.count)
        }
        for onTheLeft in [true, false] {
            var evidence = DetailsEvidence()
            for quad in [right, Self.documented, right] {
                evidence.note(Self.distances(of: MarkerMetrics(quad), onTheLeft: onTheLeft), of: quad)
            }
            #expect(evidence.rule == .distances)
            // One that was moved since says nothing.
            evidence.note(MarkerMetrics(right).details(of: UUID()), of: right.moved(by: SIMD3(0, 0, 9)))
            #expect(evidence.rule == .distances && evidence.count == 3)
            // Two formulas on one server are none.
            let turned = Quad([-0.375, 1, 2], [0.125, 1, 2.5], [0.25, 0.875, 2.5], [-0.25, 0.875, 2])
            evidence.note(MarkerMetrics(turned).details(of: UUID()), of: turned)
            #expect(evidence.rule == nil)
        }
    }
}
