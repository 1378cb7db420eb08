@testable import ToolTerminal

/// Markers in JSON, made of rows.
enum Wire {
    static let session = "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13"

    /// A marker of twelve numbers, a number that its id ends with, and a label.
    static func marker(
        _ row: String, _ number: Int, _ label: String? = nil, session: String = session, more: String = ""
    ) -> String {
        let numbers = row.split(separator: ",")
        let corners = (0..<4).map {
            "\"p\($0 + 1)\":[\(numbers[(3 * $0)..<(3 * $0 + 3)].joined(separator: ","))]"
        }
        let name = label.map { "\"\($0)\"" } ?? "null"
        return """
            {"id":"\(id(number))","work_session_id":"\(session)","label":\(name),\(corners.joined(separator: ",")),\
            "version":1\(more)}
            """
    }

    static func id(_ number: Int) -> String { "910a2dec-8902-4cc1-beeb-8da1658eec\(10 + number)" }

    static func list(_ markers: String...) -> String { "[\n\(markers.joined(separator: ",\n"))\n]\n" }
}
