internal import Foundation
internal import FrameGraph
internal import FrameGraphFiles
internal import Markers
internal import QuadGeometry

/// A run for people: the verdict, the closures, the edges that they doubt, and the solution.
package struct GraphText: Sendable {
    let run: GraphRun
    /// Makes text from elsewhere safe to show.
    let shown: @Sendable (String) -> String
    let mostRows: Int

    package init(_ run: GraphRun, mostRows: Int, shown: @escaping @Sendable (String) -> String) {
        (self.run, self.mostRows, self.shown) = (run, mostRows, shown)
    }

    package var verdict: String { "\(run.verdict.uppercased())  \(name): \(words)" }

    package var name: String {
        switch run.input.file {
        case "": "demo"
        case "-": "stdin"
        case let file: shown(file)
        }
    }

    var words: String {
        let closures = run.closures.closures, failing = run.failing
        switch run.outcome {
        case .unconnected: return "no edge joins any frames; nothing is connected."
        case .agree:
            return closures.count == 1 ? "the closure holds." : "all \(closures.count) closures hold."
        case .doubtful where closures.isEmpty: return "no closure; nothing checks the edges."
        case .doubtful: return "every closure holds, but all edges together miss by too much."
        case .contradict:
            let count =
                failing == 0
                ? "every closure holds, but all edges together do not"
                : closures.count == 1
                    ? "the closure fails"
                    : "\(failing) of \(counted(closures.count, "closure")) \(failing == 1 ? "fails" : "fail")"
            if run.closures.hasNoMajority {
                return "\(count), and none holds: no majority to trust; nothing is left out."
            }
            let groups = run.closures.suspectGroups
            guard !groups.isEmpty else { return "\(count); no single edge explains it." }
            return "\(count); suspect: \(listed(groups) { $0.map(edge).joined(separator: " or ") })."
        }
    }

    func edge(_ place: Int) -> String { shown(run.graph.edges[place].name) }

    package var blocks: [GraphBlock] {
        if run.view != nil { return viewBlocks }
        return [.line(fact("graph", graphWords))] + closureBlocks + edgeBlocks + solutionBlocks
    }

    private func fact(_ name: String, _ text: String) -> String {
        "  " + name + String(repeating: " ", count: max(11 - name.count, 1)) + text
    }

    var graphWords: String {
        let lone = run.components.filter { $0.count == 1 }.flatMap { $0 }
        let joined = run.components.count - lone.count
        var words = "\(counted(run.graph.frames.count, "frame")), \(counted(run.graph.edges.count, "edge"))"
        if joined > 0 { words += " in \(counted(joined, "component"))" }
        if !lone.isEmpty { words += "; without edges: \(listed(lone, shown))" }
        return words
    }

    private var closureBlocks: [GraphBlock] {
        let closures = run.closures.closures
        guard !closures.isEmpty else { return [] }
        let rows = closures.prefix(mostRows).map { closure in
            [
                closure.fails ? "fails" : "holds", GraphText.probability(closure.probability),
                MeasureText.digits(3, closure.squaredDistance),
                closure.isHalfTurn
                    ? "180, axis either way" : MeasureText.digits(3, closure.turn * GraphText.degrees),
                MeasureText.millimetres(closure.shift), listed(closure.frames, shown),
            ]
        }
        return [
            .table(["closure", "p", "chi-square", "turn °", "shift mm", "around"], words: [5], rows)
        ] + more(closures.count)
    }

    private var edgeBlocks: [GraphBlock] {
        var lines = run.closures.suspectGroups.map { group in
            fact(
                "SUSPECT_EDGE",
                group.map(edge).joined(separator: " or ") + (group.count > 1 ? ": one of these is wrong" : "")
            )
        }
        let unchecked = run.closures.unchecked
        lines += unchecked.prefix(mostRows).map {
            fact("UNCHECKED", "\(edge($0)): in no closure, so nothing is claimed of it")
        }
        return lines.map(GraphBlock.line) + more(unchecked.count)
    }

    private var solutionBlocks: [GraphBlock] {
        (run.solutions ?? []).filter { $0.frames.count > 1 }.flatMap(blocks(of:))
    }

    private func blocks(of solution: GraphSolution) -> [GraphBlock] {
        var words = "about \(listed(solution.held, shown)): "
        if let probability = solution.probability {
            words +=
                "cost \(MeasureText.digits(3, solution.cost)), \(solution.freedom) expected, "
                + "p \(GraphText.probability(probability))"
        } else {
            words += "nothing redundant, so nothing shows its errors"
        }
        words += ", \(MeasureText.digits(2, solution.digits)) digits"
        let rows = solution.frames.indices.prefix(mostRows).map { place -> [String] in
            let t = solution.poses[place].translation
            let covariance = try? solution.covariance(of: solution.frames[place])
            return [shown(solution.frames[place])] + (0..<3).map { String(format: "%.4f", t[$0]) }
                + [
                    covariance.map { MeasureText.millimetres($0.shiftBound) } ?? "held",
                    covariance.map { MeasureText.digits(3, $0.turnBound * GraphText.degrees) } ?? "held",
                ]
        }
        let aside = solution.setAside.map { one in
            GraphBlock.line(
                fact("SET_ASIDE", "\(edge(one.place)): weight \(MeasureText.digits(2, one.weight))"))
        }
        return [.line(fact("solution", words))] + aside + [
            .table(["frame", "x m", "y m", "z m", "95 % mm", "95 % °"], words: [], rows)
        ] + more(solution.frames.count)
    }

    private func more(_ count: Int) -> [GraphBlock] {
        count > mostRows ? [.line("  and \(count - mostRows) more; -v lists all")] : []
    }

    static let degrees = 180 / Double.pi

    /// A probability; one that no double holds is below every other.
    static func probability(_ value: Double) -> String {
        value < leastShown ? "< 0.0001" : MeasureText.digits(3, value)
    }

    private static let leastShown = 0.0001
    /// Files of seven digits leave less to correct.
    private static let leastTold = 1e-6
}

extension GraphText {
    /// A frame seen from another.
    private var viewBlocks: [GraphBlock] {
        guard let view = run.view else { return [] }
        let t = view.motion.translation, r = view.motion.rotation
        let turn = r.angle * GraphText.degrees
        var lines = [
            fact("pose", "of \(shown(view.from)) in \(shown(view.to))"),
            fact(
                "by",
                run.solutions == nil
                    ? "the path \(view.path.map(shown).joined(separator: ", "))" : "the solution of the graph"
            ),
            fact("shift m", (0..<3).map { String(format: "%.6f", t[$0]) }.joined(separator: "  ")),
            fact(
                "turn",
                "\(MeasureText.digits(6, turn))°" + (r.axis.map { " about \(MeasureText.place($0))" } ?? "")),
        ]
        if let covariance = view.covariance {
            lines.append(
                fact(
                    "95 % error",
                    "\(MeasureText.length(covariance.shiftBound)), \(MeasureText.digits(3, covariance.turnBound * GraphText.degrees))°"
                ))
        }
        let rows = view.motion.rowMajor
        for row in 0..<4 {
            let numbers = rows[(4 * row)..<(4 * row + 4)].map { String(format: "%13.9f", $0) }
            lines.append(fact(row == 0 ? "matrix" : "", numbers.joined(separator: " ")))
        }
        return lines.map(GraphBlock.line)
    }

    /// Corrections and limits worth knowing, for standard error.
    package var notes: [String] {
        var notes: [String] = []
        let input = run.input
        if input.normalized > GraphText.leastTold {
            notes.append(
                "\(name): some rotations were not exact, by at most \(MeasureText.digits(3, input.normalized)); "
                    + "the nearest ones are used")
        }
        if input.turns == .quaternion {
            notes.append("\(name): turns of the information are those of quaternions, half of the vectors'")
        }
        if let trajectory = input.trajectory {
            notes.append(
                "\(name): \(counted(trajectory.poses, "pose")) of \(shown(trajectory.file)), "
                    + "\(trajectory.known) of frames that the graph has"
                    + (trajectory.added > 0 ? ", \(trajectory.added) without edges" : ""))
        }
        if run.isMap {
            notes.append(
                "\(name): \(run.graph.frames.count) frames; quadcal graph is made for rooms of up to "
                    + "\(PoseGraph.usualFrames), not for maps")
        }
        return notes
    }
}

package enum GraphBlock: Sendable, Hashable {
    case line(String)
    /// Rows under a heading; `words` are the columns besides the first that are no numbers.
    case table([String], words: Set<Int>, [[String]])
}
