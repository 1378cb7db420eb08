package import FrameGraph
package import FrameGraphFiles
package import QuadGeometry

/// A graph of frames as a file has it, whichever format that is.
package struct GraphInput: Sendable {
    /// The format of a file, which its content tells.
    package enum Format: String, Sendable {
        case g2o, json, demo
    }

    package let graph: PoseGraph
    /// The poses that the file states, and the frames that it holds there.
    package let poses: [String: RigidTransform]
    package let held: Set<String>
    package let format: Format
    /// The unit of turns in the information of a g2o file.
    package let turns: G2OFile.Turns?
    /// The largest amount by which a rotation was not one, and was corrected.
    package let normalized: Double
    /// The name on the command line; `-` for standard input.
    package let file: String
    package let sha256: String
    /// The records of a g2o file, which keep its numbers.
    private let records: G2OFile?

    /// The graph of a document.
    init(_ read: GraphFile, file: String, sha256: String) {
        (graph, poses, held) = (read.graph, read.poses, read.held)
        (format, turns, normalized, records) = (.json, nil, read.corrected, nil)
        (self.file, self.sha256) = (file, sha256)
    }

    /// The graph of a g2o file.
    init(_ read: G2OFile, _ turns: G2OFile.Turns, file: String, sha256: String) throws(G2OError) {
        graph = try read.graph(turns: turns)
        (poses, held) = (read.poses, Set(read.held.keys))
        (format, self.turns, normalized, records) = (.g2o, turns, read.normalized, read)
        (self.file, self.sha256) = (file, sha256)
    }

    /// A made-up graph.
    package init(demo graph: PoseGraph) {
        (self.graph, poses, held) = (graph, [:], [])
        (format, turns, normalized, file, sha256) = (.demo, nil, 0, "", "")
        records = nil
    }

    /// The bytes of the graph in a format, with other poses of its frames; all else in a g2o file stays as it is.
    package func written(as format: Format, at poses: [String: RigidTransform]?) -> [UInt8] {
        guard format == .g2o else { return GraphFile(graph, poses: poses ?? self.poses, held: held).bytes }
        guard let records else {
            return G2OFile(graph, poses: poses ?? self.poses, held: held.sorted()).bytes
        }
        return (poses.map(records.moved) ?? records).bytes
    }
}
