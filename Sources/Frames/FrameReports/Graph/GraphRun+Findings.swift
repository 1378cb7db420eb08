internal import FrameGraph
internal import Markers
internal import QuadGeometry

/// A fault or doubt that a graph shows, and the edges that it is about.
package struct GraphFinding: Sendable {
    /// Code, severity and sentence.
    package let remark: FrameRemark
    /// The places of the edges in ``PoseGraph/edges``.
    package let edges: [Int]
}

extension GraphRun {
    /// The faults and doubts, errors first.
    package var findings: [GraphFinding] {
        guard !graph.edges.isEmpty else {
            return [
                GraphFinding(
                    "UNCONNECTED", .error,
                    "No edge joins any frames, so nothing is known of where they are. Add measured motions.")
            ]
        }
        return suspectFindings + closureFindings + doubts + notices
    }

    private func name(_ edge: Int) -> String { visibleText(graph.edges[edge].name, atMost: longestName) }

    private var suspectFindings: [GraphFinding] {
        guard !closures.hasNoMajority else {
            return [
                GraphFinding(
                    "NO_MAJORITY", .error,
                    "No closure holds, and nothing tells which edges are wrong, so none is left out. Measure a motion that "
                        + "closes another loop.")
            ]
        }
        return closures.suspectGroups.map { group in
            let names = group.map(name).joined(separator: " or ")
            return GraphFinding(
                "SUSPECT_EDGE", .error,
                group.count == 1
                    ? "All other edges together contradict \(names). Measure it again, or leave it out."
                    : "One of \(names) is wrong, and nothing tells which. Measure both again.", edges: group)
        }
    }

    private var closureFindings: [GraphFinding] {
        closures.closures.filter(\.fails).map { closure in
            let frames = listed(closure.frames) { visibleText($0, atMost: longestName) }
            return GraphFinding(
                "CLOSURE_FAILS", .error,
                "The loop around \(frames) misses closing by \(MeasureText.length(closure.shift)) and "
                    + "\(MeasureText.digits(3, closure.turn * GraphText.degrees))° (p "
                    + "\(GraphText.probability(closure.probability))). Look for a suspect edge in it, or for errors "
                    + "that are stated too small.", edges: closure.edges)
        }
    }

    /// The doubts where every closure holds.
    private var doubts: [GraphFinding] {
        guard failing == 0, closures.suspects.isEmpty else { return [] }
        if closures.closures.isEmpty {
            return [
                GraphFinding(
                    "NO_CLOSURE", .warning,
                    "No loop of edges checks them. Measure a motion that closes one.")
            ]
        }
        return improbable.map { solution in
            GraphFinding(
                "NOISE_MISFIT", .warning,
                "The edges about \(visibleText(solution.held.first ?? "", atMost: longestName)) miss their solution by more "
                    + "than their errors explain: cost \(MeasureText.digits(3, solution.cost)), \(solution.freedom) expected. "
                    + "State larger errors, or look for edges that are wrong by a little.")
        }
    }

    private var notices: [GraphFinding] {
        var notices = (solutions ?? []).flatMap { solution in
            solution.setAside.map { one in
                GraphFinding(
                    "SET_ASIDE", .info,
                    "The robust solution nearly ignores \(name(one.place)): its weight is "
                        + "\(MeasureText.digits(2, one.weight)). Look at what it measured.",
                    edges: [one.place])
            }
        }
        let unchecked = closures.unchecked
        if !unchecked.isEmpty, !closures.closures.isEmpty {
            notices.append(
                GraphFinding(
                    "UNCHECKED", .info,
                    "\(counted(unchecked.count, "edge")) \(unchecked.count == 1 ? "is" : "are") in no closure, so nothing is "
                        + "claimed of \(unchecked.count == 1 ? "it" : "them"): \(listed(unchecked, name)).",
                    edges: unchecked))
        }
        let lone = components.filter { $0.count == 1 }.flatMap { $0 }
        if !lone.isEmpty {
            notices.append(
                GraphFinding(
                    "LONE_FRAME", .info,
                    "\(counted(lone.count, "frame")) \(lone.count == 1 ? "has" : "have") no edges: "
                        + "\(listed(lone) { visibleText($0, atMost: longestName) })."))
        }
        return notices
    }
}

extension GraphFinding {
    fileprivate init(_ code: String, _ severity: Severity, _ sentence: String, edges: [Int] = []) {
        self.init(remark: FrameRemark(code: code, severity: severity, sentence: sentence), edges: edges)
    }
}

private let longestName = 80
