internal import Markers

/// HTML that is written piece by piece; everything from outside goes through ``escaped(_:)``, always.
package struct PageText {
    package private(set) var html = ""

    package mutating func raw(_ markup: String) { html += markup }

    /// Appends text of any origin.
    package mutating func text(_ text: String) { html += PageText.escaped(text) }

    /// Appends fixed lines, which stay lines.
    mutating func lines(_ lines: [String]) {
        html += lines.map(PageText.escaped).joined(separator: "\n")
    }

    package mutating func element(_ tag: String, _ text: String) {
        let name = tag.prefix { $0 != " " }
        html += "<\(tag)>\(PageText.escaped(text))</\(name)>"
    }

    /// Appends a table with its columns' headings, which can be sorted if scripts run.
    package mutating func table(
        _ columns: [(title: String, isNumber: Bool)], caption: String, isSortable: Bool,
        _ rows: (inout PageText) -> Void
    ) {
        let classes = (isSortable ? ["sorts"] : []) + (columns.last?.isNumber == false ? ["says"] : [])
        raw(classes.isEmpty ? "<table>" : "<table class=\"\(classes.joined(separator: " "))\">")
        element("caption", caption)
        raw("<thead><tr>")
        for column in columns {
            element("th scope=\"col\"\(column.isNumber ? " class=\"n\"" : "")", column.title)
        }
        raw("</tr></thead><tbody>")
        rows(&self)
        raw("</tbody></table>\n")
    }

    /// Appends content that may be wider, or longer, than there is room for, so that it scrolls.
    package mutating func scrolling(_ label: String, _ body: (inout PageText) -> Void) {
        raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(label)\">")
        body(&self)
        raw("</div>")
    }

    /// Appends a row of a table, by its subject; end tags of cells and rows are omitted.
    ///
    /// - Parameter shape: the number of the shape that the row is about.
    package mutating func row(_ names: [String], isFlagged: Bool, shape: Int? = nil, _ cells: [String]) {
        let number = shape.map { " data-n=\($0)" } ?? ""
        raw("<tr\(isFlagged ? " class=flag" : "")\(number)>")
        for (place, name) in names.enumerated() {
            raw(place == 0 ? "<th>" : "<td class=t>")
            text(name)
        }
        for cell in cells {
            raw("<td>")
            text(cell)
        }
        raw("\n")
    }

    /// Text without anything that HTML or a reader could take for something else, neither between tags nor
    /// between quotation marks.
    package static func escaped(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isHarmless) else { return text }
        var result = ""
        for character in visibleText(text, atMost: .max).unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            false
        default: (0x20..<0x7f).contains(byte)
        }
    }
}
