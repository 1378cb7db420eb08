import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

// Writes switches into Swift sources: mutate COUNT SEED FIRST WITHOUT FILE... changes each FILE in place, so that `mutated(N)` chooses between
// what stood there and a mistake, and prints a line for each: number, file, line, kind, what stood there, the mistake.
// Numbers in WITHOUT, with commas between, are left out.

/// A place and the mistake that can be made there.
struct Candidate {
    enum Kind: String { case comparison, constant, sign, dropped }

    let file: Int
    let range: Range<Int>
    /// The statement around it: no two mistakes share one, so that the compiler has no nested choices to type-check.
    let statement: Int
    let line: Int
    let kind: Kind
    let old: String
    let new: String

    func text(_ number: Int) -> String {
        kind == .dropped
            ? "if mutated(\(number)) {} else { \(old) }" : "(mutated(\(number)) ? (\(new)) : (\(old)))"
    }
}

/// SplitMix64, so that a seed draws the same mistakes everywhere.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Finds the places of a file where the four kinds of mistakes can be made.
final class Finder: SyntaxVisitor {
    private let file: Int
    private let places: SourceLocationConverter
    private(set) var found: [Candidate] = []

    private static let others = [
        "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
        "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "&+": ["&-"], "&-": ["&+"],
        "+=": ["-="], "-=": ["+="],
    ]
    private static let signs: Set = ["+", "-", "*", "&+", "&-", "+=", "-="]
    /// The arguments of these never change an answer.
    private static let assertions: Set = [
        "precondition", "assert", "preconditionFailure", "assertionFailure", "fatalError",
    ]

    init(_ tree: some SyntaxProtocol, file: Int, name: String) {
        self.file = file
        places = SourceLocationConverter(fileName: name, tree: tree)
        super.init(viewMode: .sourceAccurate)
        walk(tree)
    }

    // Patterns, attributes, raw values, default arguments, conditions of compilation and words for people.
    override func visit(_: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: FunctionParameterSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        if let elements = node.elements { walk(elements) }
        return .skipChildren
    }
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        Finder.assertions.contains(node.calledExpression.trimmedDescription) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.bindings.first?.pattern.trimmedDescription ?? ""
        return name == "description" || name == "usage" ? .skipChildren : .visitChildren
    }

    override func visitPost(_ node: InfixOperatorExprSyntax) {
        guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
            let others = Finder.others[sign]
        else { return }
        // Texts and lists are joined by the same sign.
        let isText = [node.leftOperand, node.rightOperand].contains {
            $0.trimmedDescription.contains { "\"[".contains($0) }
        }
        if sign == "+" || sign == "+=", isText { return }
        let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
        for other in others {
            add(node, Finder.signs.contains(sign) ? .sign : .comparison, "\(left) \(other) \(right)")
        }
    }

    override func visitPost(_ node: PrefixOperatorExprSyntax) {
        guard ["!", "-"].contains(node.operator.text), !node.expression.is(IntegerLiteralExprSyntax.self)
        else { return }
        add(node, node.operator.text == "!" ? .comparison : .sign, node.expression.trimmedDescription)
    }

    override func visitPost(_ node: BooleanLiteralExprSyntax) {
        add(node, .comparison, node.literal.text == "true" ? "false" : "true")
    }

    override func visitPost(_ node: IntegerLiteralExprSyntax) {
        guard let value = Int(node.literal.text.filter { $0 != "_" }), value < 1_000_000 else { return }
        add(node, .constant, "\(value + 1)")
        if value > 1 { add(node, .constant, "\(value - 1)") }
    }

    override func visitPost(_ node: FloatLiteralExprSyntax) {
        let text = node.literal.text
        guard !text.hasPrefix("0x"), let value = Double(text.filter { $0 != "_" }) else { return }
        if value == 0 { return add(node, .constant, "1.0") }
        add(node, .constant, "\(text) * 2")
        add(node, .constant, "\(text) / 2")
    }

    override func visitPost(_ node: CodeBlockItemSyntax) {
        // The only item of a block may be its value.
        guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count > 1,
            case .expr(var expression) = node.item
        else { return }
        if let attempt = expression.as(TryExprSyntax.self) { expression = attempt.expression }
        if let wait = expression.as(AwaitExprSyntax.self) { expression = wait.expression }
        let isCall = expression.is(FunctionCallExprSyntax.self)
        let isAssignment =
            expression.as(InfixOperatorExprSyntax.self).map {
                $0.operator.is(AssignmentExprSyntax.self) || $0.operator.trimmedDescription.hasSuffix("=")
            } ?? false
        guard isCall || isAssignment else { return }
        if let call = expression.as(FunctionCallExprSyntax.self),
            Finder.assertions.contains(call.calledExpression.trimmedDescription)
                || call.calledExpression.trimmedDescription.hasSuffix(".init")
        {
            return
        }
        add(node, .dropped, "")
    }

    private func add(_ node: some SyntaxProtocol, _ kind: Candidate.Kind, _ new: String) {
        var statement: Syntax? = Syntax(node)
        while let one = statement, !one.is(CodeBlockItemSyntax.self), !one.is(MemberBlockItemSyntax.self) {
            statement = one.parent
        }
        let range =
            node.positionAfterSkippingLeadingTrivia
            .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
        found.append(
            Candidate(
                file: file, range: range, statement: statement?.position.utf8Offset ?? range.lowerBound,
                line: node.startLocation(converter: places).line, kind: kind, old: node.trimmedDescription,
                new: new))
    }
}

/// Draws the mistakes and writes the files.
@main
enum Mutate {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count > 5, let count = Int(words[1]), let seed = UInt64(words[2]),
            let first = Int(words[3])
        else {
            print("mutate COUNT SEED FIRST WITHOUT FILE...")
            exit(2)
        }
        let without = Set(words[4].split(separator: ",").compactMap { Int($0) })
        let files = Array(words.dropFirst(5))
        var candidates: [Candidate] = [], texts: [[UInt8]] = []
        for (place, file) in files.enumerated() {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            texts.append(Array(text.utf8))
            let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
            candidates += Finder(tree, file: place, name: file).found
        }
        FileHandle.standardError.write(
            Data("\(candidates.count) mistakes can be made in \(files.count) files\n".utf8))

        var random = Seeded(state: seed)
        candidates.shuffle(using: &random)
        var chosen: [Candidate] = [], taken: [Int: Set<Int>] = [:]
        for candidate in candidates where chosen.count < count {
            guard taken[candidate.file, default: []].insert(candidate.statement).inserted,
                !chosen.contains(where: { $0.file == candidate.file && $0.range.overlaps(candidate.range) })
            else { continue }
            chosen.append(candidate)
        }
        var edits: [Int: [(Range<Int>, String)]] = [:]
        for (place, one) in chosen.enumerated() where !without.contains(first + place) {
            edits[one.file, default: []].append((one.range, one.text(first + place)))
            print(
                "\(first + place)\t\(files[one.file])\t\(one.line)\t\(one.kind.rawValue)\t\(line(one.old))\t\(line(one.new))"
            )
        }
        for (file, edits) in edits {
            var bytes = texts[file]
            for (range, text) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
                bytes.replaceSubrange(range, with: Array(text.utf8))
            }
            try (Data("public import CSwitch\n".utf8) + Data(bytes)).write(to: URL(filePath: files[file]))
        }
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
