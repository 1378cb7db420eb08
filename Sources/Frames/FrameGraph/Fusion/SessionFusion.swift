internal import QuadGeometry
internal import RigidCalibration

/// One set of markers from several sessions, each in a frame of its own.
///
/// Sessions move, and markers are the means of their sightings, until the corners of all sessions fit together best. Corners that a
/// majority contradicts are left out, with the reason; where no majority is, that is the answer.
public struct SessionFusion: Sendable {
    /// The session whose frame all is in.
    public let root: String
    /// The frames of all sessions, sorted by name.
    public let frames: [FusedFrame]
    /// The markers, sorted by key.
    public let markers: [FusedMarker]
    /// The corner noise and the marker error, in metres a coordinate: given, or estimated.
    public let cornerNoise, markerNoise: Double
    /// The sessions whose markers are bent beside those of the others, sorted by name. Covariances hold the drift where there
    /// are any, and that to be expected where noise is estimated.
    public let drifts: [FusedDrift]
    /// The sightings that agree, and those whose corners were partly or wholly left out.
    public let agreeing, disputed: Int

    /// The fusion of sessions whose markers are joined by key.
    public init(_ sessions: [FusionSession], options: FusionOptions = FusionOptions()) throws(FusionError) {
        for case let noise? in [options.cornerNoise, options.markerNoise] {
            guard noise >= 0, noise.isFinite else { throw .badNoise(noise) }
        }
        var problem = try FusionProblem(sessions, root: options.root)
        if let tilt = options.tilt {
            guard tilt >= 0, tilt.isFinite else { throw .badTilt(tilt) }
            problem.gravity = FusionGravity(degrees: tilt)
        }
        try problem.start()
        if options.isRobust { problem.reject(options) } else { problem.settle() }
        var noise = FusionNoise(problem, options)
        if problem.gravity != nil {
            problem.gravity?.expect(noise: noise.ofTurns)
            problem.settle()
            noise = FusionNoise(problem, options)
        }
        var errors = FusionCovariance(problem, noise)
        let drift = FusionDrift(
            problem, isExpected: options.cornerNoise == nil || options.markerNoise == nil)
        drifts = drift.drifts
        root = problem.names[problem.root]
        (cornerNoise, markerNoise) = (noise.corner, noise.marker)
        var frames: [FusedFrame] = []
        for (session, name) in problem.names.enumerated() {
            let motion = problem.motions[session].transform ?? .identity
            let own = errors.session(session).map { $0 + drift.frame(session, problem.root) }
            let spread = own.map { motion.inverted().carried($0).symmetric }
            frames.append(
                FusedFrame(
                    session: name, rootFromSession: motion,
                    covariance: spread.map { EdgeCovariance(unchecked: $0) }))
        }
        self.frames = frames
        var sightings = [[(session: Int, sighting: FusionProblem.Sighting)]](
            repeating: [], count: problem.keys.count)
        for session in problem.sightings.indices {
            for sighting in problem.sightings[session] {
                sightings[sighting.marker].append((session, sighting))
            }
        }
        var markers: [FusedMarker] = []
        for (marker, key) in problem.keys.enumerated() {
            let seen = sightings[marker]
            let agreeing = (0..<4).map { corner in seen.count { $0.sighting.weights[corner] > 0 } }
            let undecided = (0..<4).filter { corner in
                agreeing[corner] < seen.count && agreeing[corner] < FusedMarker.majority
            }
            markers.append(
                FusedMarker(
                    key: key, quad: problem.fused[marker],
                    covariance: drift.widened(
                        errors.marker(marker), problem.fused[marker].center, of: seen.map { $0.session }),
                    freedom: noise.freedom,
                    sessions: seen.map { problem.names[$0.session] }, agreeing: agreeing,
                    leftOut: seen.compactMap { problem.leftOut($0.session, $0.sighting, noise.total) },
                    undecided: undecided, places: seen.map { problem.motions[$0.session] * $0.sighting.quad },
                    orders: seen.map { $0.sighting.order })
            )
        }
        self.markers = markers
        agreeing = markers.reduce(0) { $0 + $1.sessions.count - $1.leftOut.count }
        disputed = markers.reduce(0) { $0 + $1.leftOut.count }
    }

    /// The frames of all sessions as seen from the root.
    ///
    /// An edge for each other session: they share the errors of the fused markers, so nothing in this graph checks itself.
    public func graph() throws(PoseGraphError) -> PoseGraph {
        var edges: [PoseEdge] = []
        for frame in frames {
            guard let covariance = frame.covariance else { continue }
            edges.append(
                PoseEdge(
                    from: root, to: frame.session, motion: frame.rootFromSession, covariance: covariance,
                    label: "fusion"))
        }
        return try PoseGraph(edges, frames: frames.map { $0.session })
    }
}

extension FusionProblem {
    /// The part of a sighting that was left out, if any was.
    func leftOut(_ session: Int, _ sighting: Sighting, _ noise: Double) -> LeftOutSighting? {
        let corners = (0..<4).filter { sighting.weights[$0] == 0 }
        guard !corners.isEmpty else { return nil }
        let farthest = corners.map { distance(session, sighting, $0) }.max() ?? 0
        var reason = LeftOutSighting.Reason.cornerOff, other: String?
        if corners.count == 4 {
            let moved = motions[session] * sighting.quad, most = FusionProblem.mostDeviations * noise * 2
            let there = fused.indices.first { marker in
                marker != sighting.marker
                    && (0..<4).allSatisfy { (moved[corner: $0] - fused[marker][corner: $0]).length <= most }
            }
            (reason, other) = (there == nil ? .markerMoved : .wrongLabel, there.map { keys[$0] })
        }
        return LeftOutSighting(
            session: names[session], reason: reason, corners: corners, other: other, distance: farthest)
    }
}
