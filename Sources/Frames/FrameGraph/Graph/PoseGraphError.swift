/// The reason that a graph does not take an edge, or gives no answer.
public enum PoseGraphError: Error, Hashable, Sendable {
    /// A name that is empty, too long or has characters that cannot be seen.
    case badName(String)
    case selfEdge(frame: String)
    /// A translation beyond a million, in metres.
    case outOfRange(edge: String, metres: Double)
    case nonFiniteTime(edge: String)
    case tooManyEdges(limit: Int)
    case noSuchFrame(String)
    /// No path joins two frames: the first names of both components, and how many frames they have.
    case unconnected([String], count: Int, [String], otherCount: Int)
    /// The numbers of the graph leave too few digits: edges of very different weights contradict each other.
    case illConditioned(digits: Double, needed: Double)
    case notSettled(steps: Int, lastStep: Double)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .badName: "BAD_NAME"
        case .selfEdge: "SELF_EDGE"
        case .outOfRange: "OUT_OF_RANGE"
        case .nonFiniteTime: "NON_FINITE"
        case .tooManyEdges: "TOO_MANY_EDGES"
        case .noSuchFrame: "NO_SUCH_FRAME"
        case .unconnected: "UNCONNECTED"
        case .illConditioned: "ILL_CONDITIONED"
        case .notSettled: "NOT_SETTLED"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .badName(let name): "\"\(name.prefix(40))\" is not the name of a frame"
        case .selfEdge(let frame): "an edge joins \(frame) with itself"
        case .outOfRange(let edge, let metres):
            "the edge \(edge) leads \(metres) m away; a graph takes \(GraphLimit.largestTranslation) m"
        case .nonFiniteTime(let edge): "the time of the edge \(edge) is not finite"
        case .tooManyEdges(let limit): "the graph has \(limit) edges and takes no more"
        case .noSuchFrame(let name): "no frame is named \(name)"
        case .unconnected(let first, let count, let second, let other):
            "no edges join \(list(first, of: count)) with \(list(second, of: other))"
        case .illConditioned(let digits, let needed):
            "the solution would have \((10 * digits).rounded() / 10) digits; \(needed) are needed"
        case .notSettled(let steps, let last): "after \(steps) steps the poses still move by \(last)"
        }
    }

    /// The way out.
    public var remedy: String {
        switch self {
        case .badName: "give it 1 to \(GraphLimit.longestName) visible characters"
        case .selfEdge: "leave the edge out"
        case .outOfRange: "count coordinates from a place nearby"
        case .nonFiniteTime: "give the time in seconds, or none"
        case .tooManyEdges: "solve parts of the graph apart"
        case .noSuchFrame: "name a frame that an edge joins"
        case .unconnected: "measure a motion between the two parts"
        case .illConditioned: "leave out edges whose errors are millions of times those of others"
        case .notSettled: "look at the closures: some edge is probably wrong"
        }
    }

    private func list(_ names: [String], of count: Int) -> String {
        let shown = names.joined(separator: ", ")
        return count > names.count ? "\(shown) and \(count - names.count) more" : shown
    }
}

/// The limits of names and numbers of a graph, which its messages repeat.
enum GraphLimit {
    /// In metres.
    static let largestTranslation = 1e6
    /// In characters.
    static let longestName = 256
}
