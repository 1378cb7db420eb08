/// The worst digits of fits on the certified problems: ours and those of the tools of this process.
///
/// Run from the root of the repository.
enum DigitsBench {
    static let usage = "digits [--file F]"
    static let certified = "Datasets/pairs/certified.json"

    static func run(_ options: [String: String]) throws -> Any {
        let document = try RigidDocument(file: options["file"] ?? certified)
        let problems = document.sets?.flatMap(\.problems) ?? []
        let tools = RigidTool.ours + RigidTool.nativeTools
        return RigidBench.digits(document, tools.map { ($0.name, $0.answers(problems)) })
    }
}
