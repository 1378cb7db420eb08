/// The fewest right digits of solved graphs and of hand-eye fits in each certified set.
///
/// Run from the root of the repository.
enum FrameDigitsBench {
    static let usage = "framedigits [--graphs F] [--hand-eyes F]"
    static let graphs = "Datasets/graphs/certified.json", handEyes = "Datasets/hand-eyes/certified.json"

    static func run(_ options: [String: String]) throws -> Any {
        [
            "graphs": try digits(options["graphs"] ?? graphs),
            "hand_eyes": try digits(options["hand-eyes"] ?? handEyes),
        ]
    }

    /// By the name of the set.
    private static func digits(_ file: String) throws -> [String: [String: Double]] {
        var rotation: [String: Double] = [:], translation: [String: Double] = [:]
        for set in try CertifiedFrames(file: file).sets {
            let digits = try set.problems.map { $0.digits(of: try $0.answer()) }
            rotation[set.name] = digits.map(\.rotations).min()
            translation[set.name] = digits.map(\.translations).min()
        }
        return ["rotation": rotation, "translation": translation]
    }
}
