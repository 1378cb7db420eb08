package import FrameGraph
package import FrameGraphFiles
package import QuadGeometry

/// A graph of frames as a file has it, whichever format that is.
package struct GraphInput: Sendable {
    package enum Format: String, Sendable {
        case g2o, json, tum, demo
    }

    package private(set) var graph: PoseGraph
    /// The poses that the file states, and the frames that it holds there.
    package private(set) var poses: [String: RigidTransform]
    package let held: Set<String>
    package let format: Format
    /// The unit of turns in the information of a g2o file.
    package let turns: G2OFile.Turns?
    /// The largest amount by which a rotation was not one, and was corrected.
    package private(set) var normalized: Double
    /// The name on the command line; `-` for standard input.
    package let file: String
    package let sha256: String
    /// The records of a g2o file, which keep its numbers.
    private let records: G2OFile?
    /// The trajectory beside the graph; `nil` without one.
    package private(set) var trajectory: GraphTrajectory?

    init(_ read: GraphFile, file: String, sha256: String) {
        (graph, poses, held) = (read.graph, read.poses, read.held)
        (format, turns, normalized, records) = (.json, nil, read.corrected, nil)
        (self.file, self.sha256) = (file, sha256)
    }

    init(_ read: G2OFile, _ turns: G2OFile.Turns, file: String, sha256: String) throws(PoseTextError) {
        graph = try read.graph(turns: turns)
        (poses, held) = (read.poses, Set(read.held.keys))
        (format, self.turns, normalized, records) = (.g2o, turns, read.normalized, read)
        (self.file, self.sha256) = (file, sha256)
    }

    /// The frames of a trajectory, which nothing joins.
    init(_ read: TUMFile, file: String, sha256: String) throws(PoseGraphError) {
        graph = try read.graph()
        (poses, held) = (read.poses, [])
        (format, turns, normalized, records) = (.tum, nil, read.normalized, nil)
        (self.file, self.sha256) = (file, sha256)
    }

    package init(demo graph: PoseGraph) {
        (self.graph, poses, held) = (graph, [:], [])
        (format, turns, normalized, file, sha256) = (.demo, nil, 0, "", "")
        records = nil
    }

    /// The lines of the edges, by their places in the graph; `nil` where it does not come from lines.
    package var lines: [Int?]? { records?.lines(of: graph.edges) }

    /// The bytes of the graph in a format, with other poses of its frames; all else in a g2o file stays as it is.
    package func written(as format: Format, at poses: [String: RigidTransform]?) -> [UInt8] {
        guard format == .g2o else { return GraphFile(graph, poses: poses ?? self.poses, held: held).bytes }
        let poses = poses ?? (trajectory == nil ? nil : self.poses)
        // A file without the frames of a trajectory is written as a whole.
        guard let records, trajectory?.added ?? 0 == 0 else {
            return G2OFile(graph, poses: poses ?? self.poses, held: held.sorted()).bytes
        }
        return (poses.map(records.moved) ?? records).bytes
    }
}

/// A trajectory whose poses were given to the frames of a graph.
package struct GraphTrajectory: Sendable {
    package let file, sha256: String
    /// Its poses, those of them that the graph has frames for, and those that it got frames for.
    package let poses, known, added: Int
}

extension GraphInput {
    /// Gives frames the poses of a trajectory, which count more than those of the file, and adds frames for the others.
    package mutating func add(_ other: GraphInput) throws(GraphInputError) {
        let known = Set(graph.frames)
        let added = other.graph.frames.filter { !known.contains($0) }
        if !added.isEmpty {
            do throws(PoseGraphError) {
                graph = try PoseGraph(graph.edges, frames: graph.frames + added)
            } catch { throw .graph(error) }
        }
        poses.merge(other.poses) { $1 }
        normalized = Double.maximum(normalized, other.normalized)
        trajectory = GraphTrajectory(
            file: other.file, sha256: other.sha256, poses: other.poses.count,
            known: other.poses.count - added.count, added: added.count)
    }
}

/// The reason that a file gives no graph, or a graph no answer.
package enum GraphInputError: Error, Hashable, Sendable {
    /// A file without anything in it.
    case empty
    /// A document of more bytes.
    case tooLarge(limit: Int)
    case json(GraphFileError)
    /// A line of a g2o file or of a trajectory.
    case line(PoseTextError)
    case covariance(CovarianceError)
    case graph(PoseGraphError)

    package var code: String {
        switch self {
        case .empty: "EMPTY"
        case .tooLarge: "TOO_LARGE"
        case .json(let error): error.code
        case .line(let error): error.code
        case .covariance(let error): error.code
        case .graph(let error): error.code
        }
    }

    /// The line it is about, from 1.
    package var line: Int? {
        switch self {
        case .empty, .tooLarge, .covariance, .graph: nil
        case .json(let error): error.line
        case .line(let error): error.line
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
        case .line(let error):
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
