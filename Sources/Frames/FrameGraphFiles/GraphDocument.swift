package import FrameGraph
package import QuadGeometry
package import StrictJSON

/// A graph of frames as a document: frames, edges, and where it was solved, what came of it.
///
/// It is what `quadcal graph --json` prints and ``GraphFile`` reads; `quadcal schema graph` describes every member.
package struct GraphDocument: Sendable {
    /// The name and version of the document's form.
    package static let schemaName = "quadcal.graph/1"

    package var run: Run?
    package var frames: [Frame] = []
    package var edges: [Edge] = []
    package var closures: [Closure]?
    package var suspects: [[Int]]?
    package var unchecked: [Int]?
    package var hasNoMajority: Bool?
    package var solution: [Component]?
    package var view: View?
    package var findings: [Finding]?

    package init() {}
}

extension GraphDocument: DocumentObject {
    package static let members: [DocumentMember<GraphDocument>] = [
        .constant("schema", schemaName, "What this document is."),
        .sometimes("run", \.run, "The run that wrote it; absent in graphs from elsewhere."),
        .always("frames", \.frames, "The frames, sorted by name."),
        .always("edges", \.edges, "The measured motions; other members count them from 0."),
        .sometimes(
            "closures", \.closures, "Cycles that together hold every loop, the least probable first."),
        .sometimes(
            "suspects", \.suspects,
            "Groups of edges that may be wrong, by their numbers; one of each group is."),
        .sometimes("unchecked", \.unchecked, "The edges in no cycle, of which nothing is claimed."),
        .sometimes(
            "noMajority", \.hasNoMajority, "Whether cycles fail and none holds, so that none can be trusted."),
        .sometimes("solution", \.solution, "The least-squares poses, component by component."),
        .sometimes("view", \.view, "The frame that was asked for, seen from another."),
        .sometimes("findings", \.findings, "What is wrong or doubtful, errors first."),
    ]
}

extension GraphDocument {
    package struct Run: DocumentObject {
        package var version = ""
        package var verdict = "pass"
        package var exit = "good"
        package var file = ""
        package var sha256 = ""
        package var format = "json"
        package var turns: String?
        package var trajectory: String?
        package var trajectorySHA256: String?
        package var normalized = 0.0
        package var isRobust = false
        package var root: String?
        package var leastProbability = LoopClosure.leastProbability

        package init() {}

        package static let members: [DocumentMember<Run>] = [
            .always("version", \.version, "The version of quadcal."),
            .always(
                "verdict", \.verdict, "Whether the edges agree.", schema: .word(["pass", "warn", "fail"])),
            .always("exit", \.exit, "The exit code of the run, as a word."),
            .always("file", \.file, "The file that was read; - is standard input, empty made up."),
            .always("sha256", \.sha256, "The SHA-256 digest of its bytes; empty where it was made up."),
            .always("format", \.format, "Its format.", schema: .word(["g2o", "json", "tum", "demo"])),
            .sometimes("turns", \.turns, "The unit of turns in the information of a g2o file."),
            .sometimes("trajectory", \.trajectory, "The file of a trajectory whose poses frames were given."),
            .sometimes("trajectorySha256", \.trajectorySHA256, "The SHA-256 digest of its bytes."),
            .always(
                "normalized", \.normalized,
                "The largest amount by which a rotation was not one, and was corrected."),
            .always("robust", \.isRobust, "Whether edges that miss by many deviations count less."),
            .sometimes("root", \.root, "The frame that was asked to be held."),
            .always(
                "leastProbability", \.leastProbability, "Closures of a lower probability fail."),
        ]
    }

    /// Something wrong or doubtful.
    package struct Finding: DocumentObject {
        package var code = "", severity = "error", sentence = ""
        package var edges: [Int] = []

        package init() {}

        package static let members: [DocumentMember<Finding>] = [
            .always("code", \.code, "A word that never changes meaning."),
            .always(
                "severity", \.severity, "How bad it is.", schema: .word(["error", "warning", "info"])),
            .always("sentence", \.sentence, "What it is, and what to do about it."),
            .always("edges", \.edges, "The numbers of the edges that it is about."),
        ]
    }

    package struct Frame: DocumentObject {
        package var name = ""
        package var columns: [Double]?
        package var isHeld: Bool?

        package init() {}

        package static let members: [DocumentMember<Frame>] = [
            .always("name", \.name, "Its name, of visible characters."),
            .sometimes(
                "columns", \.columns,
                "Its pose, where one is known: a 4x4 matrix column by column, in metres.",
                schema: .array(.number, count: 16)),
            .sometimes("held", \.isHeld, "Whether it is held at this pose."),
        ]
    }

    package struct Edge: DocumentObject {
        package var from = "", to = ""
        package var columns: [Double] = []
        package var covariance: [Double] = []
        package var source: String?
        package var time: Double?

        package init() {}

        package static let members: [DocumentMember<Edge>] = [
            .always("from", \.from, "The frame in which the motion is seen."),
            .always("to", \.to, "The frame whose pose it is."),
            .always(
                "columns", \.columns,
                "The pose of the second in the first: a 4x4 matrix column by column, in metres.",
                schema: .array(.number, count: 16)),
            .always(
                "covariance", \.covariance,
                "The 21 numbers on and above the diagonal, row by row: turns in radians first, then shifts in metres.",
                schema: .array(.number, count: 21)),
            .sometimes("source", \.source, "The source of the measurement, in free text."),
            .sometimes("time", \.time, "The time of the measurement, in seconds; only shown."),
        ]
    }
}

extension GraphDocument {
    /// The document of a graph, of poses where they are known, and of frames that are held there.
    package init(_ graph: PoseGraph, poses: [String: RigidTransform] = [:], held: Set<String> = []) {
        self.init()
        frames = graph.frames.map { name in
            var frame = Frame()
            frame.name = name
            frame.columns = poses[name]?.columnMajor
            frame.isHeld = held.contains(name) ? true : nil
            return frame
        }
        edges = graph.edges.map { edge in
            var written = Edge()
            (written.from, written.to) = (edge.from, edge.to)
            (written.columns, written.covariance) = (edge.motion.columnMajor, edge.covariance.upperTriangle)
            (written.source, written.time) = (edge.label.isEmpty ? nil : edge.label, edge.time)
            return written
        }
    }

    package mutating func add(_ report: ClosureReport) {
        closures = report.closures.map { closure in
            var written = Closure()
            (written.edges, written.frames) = (closure.edges, closure.frames)
            written.turnDegrees = closure.turn * GraphDocument.degrees
            (written.shift, written.isHalfTurn) = (closure.shift, closure.isHalfTurn)
            written.chiSquare = closure.squaredDistance.isFinite ? closure.squaredDistance : nil
            (written.probability, written.fails) = (closure.probability, closure.fails)
            return written
        }
        (suspects, unchecked) = (report.suspectGroups, report.unchecked)
        hasNoMajority = report.hasNoMajority
        run?.leastProbability = report.leastProbability
    }

    package mutating func add(_ solutions: [GraphSolution]) {
        solution = solutions.map { solved in
            var written = Component()
            written.held = solved.held
            written.frames = zip(solved.frames, solved.poses).map { frame, pose in
                var written = Pose()
                (written.frame, written.columns) = (frame, pose.columnMajor)
                guard let covariance = try? solved.covariance(of: frame) else { return written }
                written.covariance = covariance.upperTriangle
                written.error95 = covariance.shiftBound
                written.turnError95Degrees = covariance.turnBound * GraphDocument.degrees
                return written
            }
            written.edges = solved.edges.map { edge in
                var written = Residual()
                written.edge = edge.place
                written.turnDegrees = edge.residual.rotation.length * GraphDocument.degrees
                written.shift = edge.residual.translation.length
                (written.squares, written.leverage) = (edge.squares, edge.leverage)
                (written.weight, written.isSetAside) = (edge.weight, edge.isSetAside)
                return written
            }
            (written.cost, written.startCost) = (solved.cost, solved.startCost)
            (written.freedom, written.steps) = (solved.freedom, solved.steps)
            (written.probability, written.digits) = (solved.probability, solved.digits)
            return written
        }
    }

    package mutating func add(_ seen: FrameView) {
        var written = View()
        (written.from, written.to, written.path) = (seen.from, seen.to, seen.path)
        written.columns = seen.motion.columnMajor
        written.covariance = seen.covariance?.upperTriangle
        written.error95 = seen.covariance?.shiftBound
        written.turnError95Degrees = seen.covariance.map { $0.turnBound * GraphDocument.degrees }
        view = written
    }

    /// In a radian.
    package static let degrees = 180 / Double.pi
}
