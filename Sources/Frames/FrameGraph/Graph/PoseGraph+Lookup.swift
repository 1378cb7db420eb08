public import QuadGeometry

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
