import QuadGeometry
import TestSupport

@testable import ToolTerminal

/// Anchors of laser-guide rows as the server sends them.
enum AnchorFiles {
    static let session = "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13"
    static let other = "0d6c3a52-11f4-4c06-8f0e-7b9a4e2c5d81"
    static let rows = [1.5, 3.15, 8, 16, 21.5]

    static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - String(number).count) + "\(number)"
    }

    static func anchor(
        _ number: Int, row: Double, _ place: SIMD3<Double>, session: String = session, run: Int = 1
    ) -> String {
        #"{"id":"\#(id(number))","session_id":"\#(session)","run":\#(run),"local_z":\#(row),"#
            + #""world_position":[\#(place.x),\#(place.y),\#(place.z)]}"#
    }

    static func array(_ anchors: [String]) -> String { "[" + anchors.joined(separator: ",\n") + "]" }

    /// The rows as a run saw them, a little uneven, and one that nobody else saw.
    static func run(_ motion: RigidTransform, number: Int = 1, first: Int = 0) -> [String] {
        rows.enumerated().map { place, row in
            anchor(
                first + place, row: row, motion * SIMD3(0, 0.001 * Double(place % 2), row), run: number)
        } + [anchor(first + 9, row: 30 + Double(number), .zero, run: number)]
    }

    /// A laser guide whose rows are on its axis, one without a segment; `beside` puts the second beside it.
    static func guide(beside: Double = 0) -> String {
        let grid = rows.enumerated().map { place, row in
            #"{"x":\#(place == 1 ? beside : 0),"z":\#(row),"segment_length":\#(0.15 + 0.01 * Double(place))}"#
        }
        return #"{"id":"\#(id(90))","space_id":"hall","grid":[{"x":0,"z":9,"segment_length":0},"#
            + grid.joined(separator: ",") + "]}"
    }
}
