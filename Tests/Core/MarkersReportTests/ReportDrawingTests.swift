import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import MarkersReport

@Suite("Drawings of a report")
struct ReportDrawingTests {
    @Test("views look along right angles, from where they say", arguments: [true, false])
    func directions(isLong: Bool) {
        let views = ViewDirection.all(isLongAlongZ: isLong)
        #expect(views.map(\.name).count == 4)
        for view in views {
            #expect((view.right.length - 1).magnitude < 1e-15 && (view.up.length - 1).magnitude < 1e-15)
            #expect(view.right.dot(view.up).magnitude < 1e-15)
            // Nobody looks from below.
            #expect(view.right.cross(view.up).y >= 0 || view.up.y == 1, "\(view.name)")
        }
        #expect(views[0].right.cross(views[0].up) == SIMD3(0, 1, 0))
    }

    @Test("an ellipse is as long in each direction as the error is", arguments: Seeds.few)
    func ellipse(seed: UInt64) throws {
        let content = try ReportFixture.content("fuzz/joined.json")
        let covariance = try #require(content.fit.covariance)
        var random = SeededGenerator(seed: seed)
        for view in ViewDirection.all(isLongAlongZ: false) {
            let point = SIMD3<Double>.normal(using: &random) * 5
            let ellipse = try #require(ErrorEllipse(covariance, at: point, in: view))
            let spread = covariance.covariance(ofMoved: point)
            let factor = covariance.ellipsoidFactor(directions: 2)
            for angle in 0..<8 {
                let way = Vector2.direction(Double(angle) * 0.4)
                let scene = view.right * way.x + view.up * way.y
                // The reach of the ellipse in a direction is the deviation in it, times the factor.
                let (long, short) = ((ellipse.long * way).sum(), (ellipse.short * way).sum())
                let reach = (long * long + short * short).squareRoot()
                let expected = scene.dot(spread * scene).squareRoot() * factor
                #expect((reach - expected).magnitude <= 1e-9 * expected, "seed \(seed), \(view.name)")
            }
        }
    }

    @Test("labels cover neither each other nor marks", arguments: Seeds.few)
    func labels(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let paper = PaperBox(low: SIMD2(0, 0), high: SIMD2(400, 300))
        let marks = (0..<60).map { _ in
            let place = SIMD2(
                Double.random(in: 0...400, using: &random), .random(in: 0...300, using: &random))
            return PaperBox(low: place, high: place + SIMD2(8, 8))
        }
        var room = LabelRoom(marks: marks, within: paper), taken = marks, placed = 0
        for mark in marks {
            guard let place = room.place("M1234", beside: mark) else { continue }
            let box = PaperBox(low: place - SIMD2(0, 8), high: place + SIMD2(36, 2))
            #expect(!taken.contains(where: box.meets), "seed \(seed)")
            taken.append(box)
            placed += 1
        }
        #expect(placed > 10, "seed \(seed)")
    }

    @Test("what is seen fits the paper, however long or small the scene", arguments: [0.2, 9, 60, 4000])
    func frames(length: Double) {
        for view in ViewDirection.all(isLongAlongZ: false) {
            let points = [SIMD3(0, 0, 0), SIMD3(length, 3, 3), SIMD3(length / 2, 1, 2)]
            guard let box = PaperBox(around: points.map(view.projected)) else { continue }
            let frame = ViewFrame(view, around: box)
            for point in points {
                let place = frame.place(point)
                #expect(place.x >= frame.plot.low.x && place.x <= frame.plot.high.x)
                #expect(place.y >= frame.plot.low.y && place.y <= frame.plot.high.y)
            }
            #expect(frame.size.x <= ViewFrame.fullWidth && frame.size.y < 500)
            #expect(frame.gridStep * frame.scale >= 69)
        }
    }

    @Test(
        "no view has an empty place beside it",
        arguments: [SIMD2(9.0, 6), SIMD2(6, 9), SIMD2(60, 2), SIMD2(3, 3)])
    func arranged(size: SIMD2<Double>) throws {
        let corners = [
            SIMD3(0, 0, 0), SIMD3(size.x, 0, 0), SIMD3(0, 2.5, size.y), SIMD3(size.x, 2.5, size.y),
        ]
        let markers = corners.map { corner in
            ReportMarker(name: "a", before: .square(at: corner), after: .square(at: corner), state: .moved)
        }
        let scene = SceneDrawing(try ReportFixture.content(markers: markers))
        #expect(Set(scene.frames.map(\.direction.name)).count == 4)
        #expect(scene.frames.first?.direction.name == "Top view" && scene.top?.direction.name == "Top view")
        var beside = 0
        for frame in scene.frames {
            if frame.isWide { #expect(beside % 2 == 0) } else { beside += 1 }
        }
        #expect(beside % 2 == 0)
    }

    @Test("a refused marker that is kilometres away makes nothing else small")
    func farAway() throws {
        let near = [SIMD3(0.0, 0, 0), SIMD3(9, 2, 6)], far = SIMD3(4.0, 90_000, 3)
        let markers =
            near.map {
                ReportMarker(name: "a", before: .square(at: $0), after: .square(at: $0), state: .moved)
            }
            + [ReportMarker(name: "far", before: .square(at: far), after: .square(at: far), state: .refused)]
        let content = try ReportFixture.content(markers: markers)
        let scene = SceneDrawing(content)
        #expect(scene.tooFar == 1 && scene.shapes.count == near.count)
        let page = ReportFixture.page(content)
        #expect(page.contains("too far away to be drawn") && page.contains("<th>far<td>"))
        // If nothing else is there, it is drawn.
        #expect(SceneDrawing(try ReportFixture.content(markers: Array(markers.suffix(1)))).tooFar == 0)
    }

    @Test("an outline seen from its edge is a line, any other an outline")
    func edges() {
        var edge = PaperPath(), face = PaperPath()
        edge.add([SIMD2(1, 1), SIMD2(9, 5), SIMD2(9, 5.05), SIMD2(1, 1.05)])
        face.add([SIMD2(1, 1), SIMD2(9, 5), SIMD2(9, 6), SIMD2(1, 2)])
        #expect(edge.data.count(of: "M") == 1 && !edge.data.hasSuffix("z") && face.data.hasSuffix("z"))
    }

    @Test("what is cut to some room has it, and is cut no more than it must be")
    func shortened() {
        #expect(LabelRoom.shortened("short", to: 100) == "short")
        let cut = LabelRoom.shortened(String(repeating: "W", count: 200), to: 100)
        #expect(cut.hasSuffix("…") && (5...9).contains(cut.count))
        #expect(LabelRoom.shortened(String(repeating: "日", count: 200), to: 100).count <= 9)
    }

    @Test("an axis of counts has no halves", arguments: 1...7)
    func counts(most: Int) {
        let chart = ChartFrame(width: 552, height: 280, largest: SIMD2(1, Double(most)), leastStep: 1)
        #expect(chart.step.y >= 1 && chart.step.y == chart.step.y.rounded() && chart.end.y >= Double(most))
    }

    @Test("colours grow lighter", arguments: 0..<20)
    func ramp(step: Int) {
        func light(_ share: Double) -> Double {
            let color = ColorRamp.color(share)
            return 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
        }
        #expect(light(Double(step) / 20) < light(Double(step + 1) / 20))
        #expect(ColorRamp.hex(Double(step) / 20).count == 7 && ColorRamp.color(.nan) == ColorRamp.color(0))
    }

    @Test("round numbers are round, and near")
    func round() {
        for (number, below, above) in [(0.3, 0.2, 0.5), (1, 1, 1), (7, 5, 10), (1234, 1000, 2000)] {
            #expect((RoundNumber.below(number) / below - 1).magnitude < 1e-12)
            #expect((RoundNumber.above(number) / above - 1).magnitude < 1e-12)
        }
        #expect(RoundNumber.below(.nan) == 1 && RoundNumber.above(0) == 1)
        #expect(RoundNumber.multiples(of: 0.1, in: 0...0.3).count == 4)
        #expect(RoundNumber.text(-0.5, step: 0.5) == "−0.5" && RoundNumber.text(-1e-9, step: 0.5) == "0.0")
    }

    @Test("numbers are written as people read them")
    func numbers() {
        #expect(ReportText.length(0.00345) == "3.45 mm" && ReportText.length(12.34) == "12.3 m")
        #expect(ReportText.millimetres(-0.0123, largest: 0.05) == "−12.3")
        #expect(ReportText.digits(3, 12345) == "12345" && ReportText.digits(3, .nan) == "–")
        #expect(ReportText.grouped(1_234_567) == "1,234,567" && ReportText.grouped(7) == "7")
        #expect(ReportText.exact(-2) == "-2" && ReportText.fixed(2, -0.001) == "0.00")
    }
}

enum Vector2 {
    /// A way of length one, at an angle in radians, by half the angle's tangent.
    static func direction(_ angle: Double) -> SIMD2<Double> {
        let t = angle / (1 + (1 + angle * angle).squareRoot())
        return SIMD2(1 - t * t, 2 * t) / (1 + t * t)
    }
}
