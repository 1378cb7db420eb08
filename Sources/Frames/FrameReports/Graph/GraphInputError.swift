package import FrameGraph
package import FrameGraphFiles

/// The reason that a file gives no graph, or a graph no answer.
package enum GraphInputError: Error, Hashable, Sendable {
    /// A file without anything in it.
    case empty
    /// A document of more bytes.
    case tooLarge(limit: Int)
    case g2o(G2OError)
    case json(GraphFileError)
    case tum(TUMError)
    case covariance(CovarianceError)
    case graph(PoseGraphError)

    /// The code of the reason: a word that never changes meaning.
    package var code: String {
        switch self {
        case .empty: "EMPTY"
        case .tooLarge: "TOO_LARGE"
        case .g2o(let error): error.code
        case .json(let error): error.code
        case .tum(let error): error.code
        case .covariance(let error): error.code
        case .graph(let error): error.code
        }
    }

    /// The line it is about, from 1.
    package var line: Int? {
        switch self {
        case .empty, .tooLarge, .covariance, .graph: nil
        case .g2o(let error): error.line
        case .json(let error): error.line
        case .tum(let error): error.line
        }
    }

    /// Whether the file is at fault, rather than what was asked of its graph.
    package var isUnreadable: Bool {
        if case .graph = self { false } else { true }
    }

    /// The reason in words without its line, and the way out.
    package var text: String {
        switch self {
        case .empty: "is empty, expected a graph in g2o or JSON, or a trajectory; check what wrote it"
        case .tooLarge(let limit): "TOO_LARGE, is longer than \(limit) bytes; split the graph"
        case .g2o(let error):
            "\(error.code), \(error.message.drop { $0 != ":" }.dropFirst(2)); \(error.remedy)"
        case .tum(let error):
            "\(error.code), \(error.message.drop { $0 != ":" }.dropFirst(2)); \(error.remedy)"
        case .json(let error):
            "column \(error.column)\(error.pointer.isEmpty ? "" : " at \(error.pointer)"): \(code(beside: error))\(error.message); "
                + error.remedy
        case .covariance(let error): "\(error.code), \(error.message); \(error.remedy)"
        case .graph(let error): "\(error.code), \(error.message); \(error.remedy)"
        }
    }

    /// The code, unless the message begins with it.
    private func code(beside error: GraphFileError) -> String {
        error.message.hasPrefix(error.code) ? "" : "\(error.code), "
    }
}
