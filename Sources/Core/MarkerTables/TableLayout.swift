/// The meaning of each field of a table's rows.
package struct TableLayout {
    package enum Field: Hashable {
        case word(TableKind.Word)
        /// A number, by its place in ``TableLayout/numbers``.
        case number(Int)
    }

    package let fields: [Field]
    /// The names of the fields.
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

    /// Whether there is a column of this meaning.
    package func has(_ word: TableKind.Word) -> Bool { fields.contains(.word(word)) }
}
