import StrictJSON

/// Reads the rows of a table; the first that is wrong ends the reading.
struct TableRowReader {
    private(set) var layout: TableLayout?
    private(set) var values: [Double] = []
    private(set) var ids: [String] = []
    private(set) var groups: [String] = []
    private(set) var lines: [Int] = []

    private var source: CSVRows
    private let text: UnsafeBufferPointer<UInt8>
    private let kind: TableKind
    private var rowOfID: [String: Int] = [:]

    init(_ source: CSVRows, _ text: UnsafeBufferPointer<UInt8>, _ kind: TableKind) {
        (self.source, self.text, self.kind) = (source, text, kind)
    }

    mutating func readAll() throws(TableError) {
        guard try source.next() else { return }
        do throws(TableFault) {
            let isNumber = source.fields.map { number($0) != .noNumber }
            if isNumber.contains(true) {
                layout = try TableLayout(firstRow: isNumber, kind)
            } else {
                layout = try TableLayout(header: source.fields.map(word), kind)
            }
        } catch {
            throw .row(line: source.line, error)
        }
        guard let layout else { return }
        if !layout.hasHeader { try read(layout) }
        while try source.next() { try read(layout) }
    }

    private mutating func read(_ layout: TableLayout) throws(TableError) {
        let fields = source.fields
        guard fields.count == layout.fields.count else {
            throw fault(.fieldCount(found: fields.count, expected: layout.names))
        }
        let start = values.count
        values.append(contentsOf: repeatElement(0, count: layout.numbers.count))
        var id = ""
        for (place, field) in fields.enumerated() {
            switch layout.fields[place] {
            case .number(let index):
                guard case .number(let value) = number(field), value.isFinite else {
                    if kind.blanks.contains(layout.numbers[index]), word(field).isEmpty {
                        values[start + index] = .nan
                        continue
                    }
                    throw wrongNumber(field, place, layout)
                }
                values[start + index] = value
            case .word(let use):
                let word = word(field)
                guard !field.isTorn else {
                    throw fault(.torn(place + 1, name: layout.names[place], found: word))
                }
                guard word.utf8.count <= CSVRows.longestID else {
                    throw .longID(
                        line: source.line, length: word.utf8.count, limit: CSVRows.longestID
                    )
                }
                if use == .id { id = word } else { groups.append(word) }
            }
        }
        // No id of a file is likely to look like this.
        if id.isEmpty { id = "row \(lines.count + 1)" }
        if let earlier = rowOfID.updateValue(lines.count, forKey: id) {
            throw fault(.repeatedID(id, line: lines[earlier]))
        }
        ids.append(id)
        lines.append(source.line)
    }

    private func fault(_ fault: TableFault) -> TableError { .row(line: source.line, fault) }

    @inline(__always)
    private func number(_ field: CSVField) -> NumberText {
        let content = field.content(in: text)
        return NumberText(text, content)
    }

    /// The content without the blanks around it; those between quotes are kept.
    private func word(_ field: CSVField) -> String {
        guard !field.isQuoted else { return field.text(in: text) }
        var (start, end) = (field.start, field.end)
        while start < end, text[start].isBlank { start += 1 }
        while start < end, text[end - 1].isBlank { end -= 1 }
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    /// The fault of a field that is not a number, or not one that can be used.
    private func wrongNumber(_ field: CSVField, _ place: Int, _ layout: TableLayout) -> TableError {
        let found = word(field), name = layout.names[place]
        switch number(field) {
        case .number: return fault(.notFinite(place + 1, name: name, found: found))
        case .beyondDoubles: return fault(.beyondDoubles(place + 1, name: name, found: found))
        case .noNumber:
            if found.count(where: { $0 == "," }) == 1,
                NumberText(found.replacing(",", with: ".")) != .noNumber
            {
                return .decimalComma(line: source.line, field: place + 1, found: found)
            }
            return fault(.notANumber(place + 1, name: name, found: found))
        }
    }
}

package struct TableLayout {
    package enum Field: Hashable {
        case word(TableKind.Word)
        /// A number, by its place in ``TableLayout/numbers``.
        case number(Int)
    }

    package let fields: [Field]
    package let names: [String]
    /// The names of the numbers, in the order in which they are kept.
    package let numbers: [String]
    package let hasHeader: Bool

    /// The layout that a header names, in any order of columns and in either case.
    init(header: [String], _ kind: TableKind) throws(TableFault) {
        let names = header.map { $0.lowercased() }
        var words: Set<TableKind.Word> = []
        for (place, name) in names.enumerated() {
            guard kind.names.contains(name) else {
                throw .unknownColumn(place + 1, found: header[place], kind)
            }
            let isNew = kind.words[name].map { words.insert($0).inserted } ?? !names[..<place].contains(name)
            guard isNew else { throw .repeatedColumn(place + 1, found: header[place]) }
        }
        for set in [kind.required] + kind.optional.filter({ $0.contains(where: names.contains) }) {
            let missing = set.filter { !names.contains($0) }
            guard missing.isEmpty else { throw .missingColumns(missing) }
        }
        for (first, second) in kind.contradictions where names.contains(first) && names.contains(second) {
            throw .contradictingColumns(first, second)
        }
        let numbers = (kind.required + kind.optional.flatMap { $0 }).filter(names.contains)
        fields = names.compactMap { name in
            kind.words[name].map { .word($0) } ?? numbers.firstIndex(of: name).map { .number($0) }
        }
        (self.names, self.numbers, hasHeader) = (names, numbers, true)
    }

    /// The layout of a first row that is not a header: the required numbers, an id and these, or for pairs an id, these and
    /// a weight. A number in the place of the id may be anything, so it is refused.
    init(firstRow isNumber: [Bool], _ kind: TableKind) throws(TableFault) {
        let extra = isNumber.count - kind.required.count
        let hasWeight = extra == 2 && kind.optional.contains(["w"])
        guard extra == 0 || extra == 1 || hasWeight else {
            throw .noLayout(found: isNumber.count, kind)
        }
        guard extra == 0 || isNumber.first == false else { throw .ambiguous(found: isNumber.count, kind) }
        let numbers = kind.required + (hasWeight ? ["w"] : [])
        fields = (extra > 0 ? [.word(.id)] : []) + numbers.indices.map { .number($0) }
        (names, self.numbers, hasHeader) = ((extra > 0 ? ["id"] : []) + numbers, numbers, false)
    }
}
