import MarkerTables
import Markers

extension JSONWriter {
    /// The members of a table among the inputs of a document, with the assumptions made in reading it.
    mutating func input(_ role: String, _ table: NumberTable, _ notes: [PairTable.Assumption] = []) {
        input(role, table.file, table.text.sha256)
        member("format", "csv")
        member("separator", table.text.separator.rawValue)
        member("header", table.layout.hasHeader)
        key("columns")
        array { json in table.layout.names.forEach { json.value($0) } }
        member("rows", table.count)
        key("notes")
        array { json in notes.forEach { json.value($0.text) } }
    }

    /// The member `refused`: the values of a list that are not what the list is of.
    mutating func refused(_ refused: [JSONError]) {
        key("refused")
        array { json in
            for error in refused {
                json.object { json in
                    json.member("code", error.code.rawValue)
                    json.member("pointer", error.pointer)
                    json.member("line", error.line)
                }
            }
        }
    }
}
