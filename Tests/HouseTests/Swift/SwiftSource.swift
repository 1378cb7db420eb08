/// A Swift file, its code, comments and literals apart: each as long as the file and blank where the others are.
struct SwiftSource {
    let path: String
    let code: [UInt8]
    let comments: [UInt8]
    let strings: [UInt8]
    let names: SwiftNames

    init(path: String, bytes: [UInt8]) {
        let lexer = SwiftLexer(bytes)
        self.path = path
        code = lexer.code
        comments = lexer.comments
        strings = lexer.strings
        names = SwiftNames(code: code)
    }

    /// Without folders and ending.
    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

    /// All Swift files of the package but linked copies, read once for all rules.
    static let all = Result {
        try PackageTree.files().filter { $0.hasSuffix(".swift") && !PackageTree.isLink($0) }
            .map { SwiftSource(path: $0, bytes: try PackageTree.bytes($0)) }
    }
}
