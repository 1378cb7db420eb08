/// What stands between the fields of a file; one kind in a file.
enum CSVSeparator: String, CaseIterable, Sendable {
    // In the order they are looked for: commas come last, since they may stand within the fields of the
    // others.
    case tab, semicolon, comma

    var byte: UInt8 {
        switch self {
        case .tab: UInt8(ascii: "\t")
        case .semicolon: UInt8(ascii: ";")
        case .comma: UInt8(ascii: ",")
        }
    }
}
