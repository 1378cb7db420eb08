public import QuadGeometry

/// The best way from every frame to one of them: that of the least trace of the shift's covariance at the end.
///
/// Grown from the end backward, where each edge adds its own part; ways of the same part have fewer edges, then earlier names. Which way
/// is best may depend on closure errors in the lever arms, which are small beside the arms themselves.
struct PathTree: Sendable {
    /// The edge with which the way from each frame begins; -1 at the end itself and where there is no way.
    private(set) var firstEdges: [Int]
    /// The end's pose in each frame on the way.
    private(set) var motions: [RigidTransform]
    /// The trace of the shift's covariance, in square metres; infinite where there is no way.
    private(set) var traces: [Double]
    /// The order in which frames were reached.
    private(set) var order: [Int] = []

    init(
        to end: Int, _ graph: PoseGraph, at lists: [[Int]], without left: Set<Int> = [],
        stopAt stop: Int? = nil
    ) {
        let count = graph.frames.count
        firstEdges = [Int](repeating: -1, count: count)
        motions = [RigidTransform](repeating: .identity, count: count)
        traces = [Double](repeating: .infinity, count: count)
        var edgeCounts = [Int](repeating: 0, count: count)
        var done = [Bool](repeating: false, count: count)
        traces[end] = 0
        var queue = WaitingFrames()
        queue.push(.init(trace: 0, edges: 0, frame: end))
        while let next = queue.pop() {
            let frame = next.frame
            guard !done[frame] else { continue }
            done[frame] = true
            order.append(frame)
            if frame == stop { return }
            for edge in lists[frame] where !left.contains(edge) {
                let isTo = graph.ends[edge].to == frame
                let other = isTo ? graph.ends[edge].from : graph.ends[edge].to
                guard !done[other] else { continue }
                let measured = graph.edges[edge]
                let motion = isTo ? measured.motion : measured.motion.inverted()
                let own =
                    isTo ? measured.covariance.matrix : measured.motion.carried(measured.covariance.matrix)
                let trace = traces[frame] + shiftTrace(own, seenThrough: motions[frame])
                let candidate = WaitingFrames.Entry(trace: trace, edges: edgeCounts[frame] + 1, frame: other)
                let best = WaitingFrames.Entry(trace: traces[other], edges: edgeCounts[other], frame: other)
                guard candidate.precedes(best) else { continue }
                (traces[other], edgeCounts[other], firstEdges[other]) = (trace, candidate.edges, edge)
                motions[other] = motion * motions[frame]
                queue.push(candidate)
            }
        }
    }

    /// The edges on the way from a frame to the end.
    func path(from frame: Int, in graph: PoseGraph) -> [Int] {
        var path: [Int] = []
        var at = frame
        while firstEdges[at] >= 0 {
            let edge = firstEdges[at]
            path.append(edge)
            at = graph.ends[edge].from == at ? graph.ends[edge].to : graph.ends[edge].from
        }
        return path
    }
}

/// The trace of the shift's part of a covariance that is carried back through a motion.
///
/// The point `t` moves by s + ω × t, so the trace is that of S + 2 [t]ᵀ-terms + [t] W [t]ᵀ.
private func shiftTrace(_ covariance: Matrix6, seenThrough motion: RigidTransform) -> Double {
    let t = motion.translation
    // The shift of the end is s - [t] w with [t] w = t × w.
    let skew = [SIMD3(0, -t.z, t.y), SIMD3(t.z, 0, -t.x), SIMD3(-t.y, t.x, 0)]
    var trace = 0.0
    for row in 0..<3 {
        var direction = SIMD8<Double>.zero
        for column in 0..<3 { direction[column] = -skew[row][column] }
        direction[3 + row] = 1
        trace += (direction * (covariance * direction)).sum()
    }
    return trace
}

/// A queue of frames from which the one of the least trace comes first.
struct WaitingFrames {
    struct Entry {
        let trace: Double
        let edges, frame: Int

        func precedes(_ other: Entry) -> Bool {
            (trace, edges, frame) < (other.trace, other.edges, other.frame)
        }
    }

    private var heap: [Entry] = []

    mutating func push(_ entry: Entry) {
        heap.append(entry)
        var at = heap.count - 1
        while at > 0, heap[at].precedes(heap[(at - 1) / 2]) {
            heap.swapAt(at, (at - 1) / 2)
            at = (at - 1) / 2
        }
    }

    mutating func pop() -> Entry? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var at = 0
        while true {
            var least = at
            for child in [2 * at + 1, 2 * at + 2]
            where child < heap.count && heap[child].precedes(heap[least]) {
                least = child
            }
            guard least != at else { return first }
            heap.swapAt(at, least)
            at = least
        }
    }
}

/// A frame as it is seen from another, and how sure that is.
public struct FrameView: Hashable, Sendable {
    public let to, from: String
    /// The pose of `from` in `to`: it carries coordinates of `from` into `to`.
    public let motion: RigidTransform
    /// The covariance; `nil` of a frame seen from itself, or of frames that are both held.
    public let covariance: EdgeCovariance?
    /// The frames on the way, from `to` to `from`; empty where a solved graph answered.
    public let path: [String]
}

extension PoseGraph {
    /// A frame seen from another, by the way of the least covariance.
    ///
    /// - Parameters:
    ///   - to: The frame in which the answer is given.
    ///   - from: The frame whose pose is asked for.
    public func transform(to: String, from: String) throws(PoseGraphError) -> FrameView {
        let target = try place(of: to), source = try place(of: from)
        let tree = PathTree(to: source, self, at: edgesAtFrames, stopAt: target)
        guard tree.traces[target] < .infinity else { throw unconnected(target, source) }
        let path = tree.path(from: target, in: self)
        var names = [to]
        for step in chain(path, from: target).frames { names.append(frames[step]) }
        let chained = chain(path, from: target)
        return FrameView(
            to: to, from: from, motion: chained.motion,
            covariance: path.isEmpty ? nil : EdgeCovariance(unchecked: chained.covariance.symmetric),
            path: names)
    }

    /// The motion along edges from a frame, with its covariance and the frames on the way.
    func chain(
        _ path: [Int], from start: Int
    ) -> (motion: RigidTransform, covariance: Matrix6, frames: [Int]) {
        var motion = RigidTransform.identity, covariance = Matrix6.zero
        var at = start, passed: [Int] = []
        for place in path {
            let isForward = ends[place].from == at
            let edge = isForward ? edges[place] : edges[place].reversed
            covariance = edge.motion.inverted().carried(covariance) + edge.covariance.matrix
            motion = motion * edge.motion
            at = isForward ? ends[place].to : ends[place].from
            passed.append(at)
        }
        return (motion, covariance, passed)
    }

    /// The error that two frames are in different components.
    func unconnected(_ first: Int, _ second: Int) -> PoseGraphError {
        let numbers = componentNumbers
        func names(_ number: Int) -> [String] {
            frames.indices.filter { numbers[$0] == number }.map { frames[$0] }
        }
        let one = names(numbers[first]), other = names(numbers[second])
        return .unconnected(
            Array(one.prefix(10)), count: one.count, Array(other.prefix(10)), otherCount: other.count)
    }
}
