import Foundation
import Markers
import MarkersReport
import QuadGeometry
import TestSupport

/// Saved fits, and reports of them.
enum ReportFixture {
    /// A document of `Datasets`.
    static func document(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Dataset.folder.appending(path: name)))
    }

    static let fits = ["fuzz/fit.json", "fuzz/joined.json"]

    /// A report of markers on a wall that go two metres along it, one of each state in turn.
    static func content(
        _ fit: String = "fuzz/joined.json", names: [String] = [], subject: String = "Hall"
    ) throws -> ReportContent {
        let states = ReportMarker.State.allCases
        let markers = names.enumerated().map { place, name in
            let quad = Quad.square(at: SIMD3(Double(place % 20), Double(place / 20), 0))
            return ReportMarker(
                name: name, before: quad, after: quad.map { $0 + SIMD3(2, 0, 0) },
                state: states[place % states.count], reason: name)
        }
        return try content(fit, markers: markers, subject: subject)
    }

    /// A report of these markers.
    static func content(
        _ fit: String = "fuzz/joined.json", markers: [ReportMarker], subject: String = "Hall",
        remarks: [ReportContent.Remark] = []
    ) throws -> ReportContent {
        try ReportContent(
            fit: try document(fit), subject: subject, markers: markers,
            facts: [ReportContent.Fact("Space", subject)], remarks: remarks, date: "2026-11-20")
    }

    static func page(_ content: ReportContent) -> String {
        String(decoding: ReportPage.html(content), as: UTF8.self)
    }
}

extension Quad {
    /// An upright square of 20 cm.
    static func square(at corner: SIMD3<Double>) -> Quad {
        Quad(
            corner, corner + SIMD3(0.2, 0, 0), corner + SIMD3(0.2, -0.2, 0), corner + SIMD3(0, -0.2, 0))
    }
}
