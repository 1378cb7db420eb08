import QuadGeometry

/// The README's Swift blocks, as code that is compiled and run: the text between the markers is the block
/// without its imports.
enum ReadmeExamples {
    /// The examples, in the README's order.
    static let all: [@Sendable () throws -> String] = [mendAQuad]

    @Sendable
    private static func mendAQuad() throws -> String {
        var printed = ""
        func print(_ items: Any...) { printed += items.map { "\($0)" }.joined(separator: " ") + "\n" }

        // README: begin
        let quad = Quad([0, 0, 1], [0.5, 0, 1], [0, 0.25, 1], [0.5, 0.25, 1])
        for issue in try QuadCheck().issues(quad) {
            print(issue.severity, issue.code.rawValue, "at", issue.location ?? .zero)
            if let fix = issue.fix, let mended = quad.applying(fix) { print(fix, "makes", mended.area, "m²") }
        }
        // README: end

        return printed
    }
}
