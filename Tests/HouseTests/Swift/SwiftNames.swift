/// The names that the code of a file declares and uses.
struct SwiftNames {
    struct Declaration: Equatable {
        enum Kind { case type, function, extended }

        var kind: Kind
        /// As written: that of an extended type may have dots.
        var name: String
        var isPrivate = false
        /// In an extension, so not at the top of the file.
        var isInExtension = false
    }

    /// Those at the top of the file or of an extension.
    private(set) var declarations: [Declaration] = []
    /// The first line of every name that begins as the names of types do.
    private(set) var uses: [String: Int] = [:]

    private var expected: Declaration.Kind?
    private var isPrivate = false
    private var depth = 0
    private var lastAtTop: Declaration.Kind?
    private var isExtendedNameOpen = false

    private static let kinds: [String: Declaration.Kind] = [
        "struct": .type, "enum": .type, "class": .type, "protocol": .type, "actor": .type, "typealias": .type,
        "func": .function, "extension": .extended,
    ]
    private static let otherDeclarations: Set = ["let", "var", "init", "subscript", "case", "import"]

    init(code: [UInt8]) {
        for word in WordScan(code) {
            take(word.gap)
            take(word)
        }
    }

    /// The types that other files can name by themselves.
    var types: [String] {
        declarations.filter { $0.kind == .type && !$0.isPrivate && !$0.isInExtension }.map(\.name)
    }

    private mutating func take(_ gap: ArraySlice<UInt8>) {
        for byte in gap where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\n") {
            // `actor: Person` declares nothing.
            expected = nil
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
        }
    }

    private mutating func take(_ word: WordScan.Word) {
        let isCapital =
            word.text.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
        if isCapital, uses[word.text] == nil { uses[word.text] = word.line }
        if isExtendedNameOpen, word.gap.elementsEqual(".".utf8) {
            declarations[declarations.count - 1].name += ".\(word.text)"
            return
        }
        isExtendedNameOpen = false
        if let kind = expected, isCapital || kind == .function { return declare(kind, word.text) }
        expected = nil
        if word.gap.last == UInt8(ascii: ".") { return }
        if word.text == "private" || word.text == "fileprivate" {
            isPrivate = true
        } else if let kind = Self.kinds[word.text] {
            expected = kind
        } else if Self.otherDeclarations.contains(word.text) {
            isPrivate = false
            if depth == 0 { lastAtTop = nil }
        }
    }

    private mutating func declare(_ kind: Declaration.Kind, _ name: String) {
        let isInExtension = depth == 1 && lastAtTop == .extended
        if depth == 0 || isInExtension {
            declarations.append(
                Declaration(kind: kind, name: name, isPrivate: isPrivate, isInExtension: isInExtension))
            isExtendedNameOpen = kind == .extended
        }
        if depth == 0 { lastAtTop = kind }
        expected = nil
        isPrivate = false
    }
}
