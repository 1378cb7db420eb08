/// What stands between the fields of a file; one kind in a file.
enum CSVSeparator: String, CaseIterable {
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

extension CSVSeparator {
    /// The one that parts the first row into one of these numbers of fields; else the first that stands in it at all.
    init(
        ofFirstRowIn text: UnsafeBufferPointer<UInt8>, from start: Int, file: String,
        widths: some RangeExpression<Int>
    ) {
        var inUse: Self?
        for separator in Self.allCases {
            var rows = CSVRows(text, from: start, separator: separator, file: file)
            // A quote that opens behind another separator may never close.
            guard (try? rows.next()) == true else { continue }
            if widths.contains(rows.fields.count) {
                self = separator
                return
            }
            if inUse == nil, rows.fields.count > 1 { inUse = separator }
        }
        self = inUse ?? .comma
    }
}
