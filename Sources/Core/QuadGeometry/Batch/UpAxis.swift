/// The evidence of wall markers about which axis is vertical; it should be y.
///
/// A marker on a wall is upright about the vertical axis: two of its edges lie along it. One on a floor is level: its
/// normal does. In a room, walls meet at right angles, and the room is wider than high. Only where all of this holds for
/// x or z and fails for y is there an axis; roofs, pipes, blades, floors and mixed data have none.
struct UpAxis {
    /// The vertical axis if it is not y: 0 or 2.
    private(set) var axis: Int?
    /// Whether the markers say that y is the vertical axis.
    private(set) var isLevel = false
    private(set) var share = 0.0

    /// The cosine of 5°, within which a direction lies along an axis.
    private static let along = 0.9962
    /// The fewest markers that say something.
    private static let fewest = 8
    /// The least share of markers that agree with an axis.
    private static let agreement = 0.9
    /// The largest share of markers that agree with y as well, where walls are not parallel to the axes.
    private static let dissent = 0.3
    /// The least share of markers that are on walls.
    private static let walls = 0.5
    /// The least share of markers on walls of each of two directions.
    private static let leastWall = 0.15
    /// For walls that are parallel to the axes: the least share of markers that would be on floors if y were vertical, and
    /// the largest height over the width of the room.
    private static let aligned = (floors: 0.2, height: 0.8)

    init(_ quads: [Quad]) {
        let poses = quads.compactMap(Pose.init)
        guard poses.count >= UpAxis.fewest else { return }
        let count = Double(poses.count)
        func share(_ matches: (Pose) -> Bool) -> Double { Double(poses.count(where: matches)) / count }
        let agreeing = (0..<3).map { axis in share { $0.isUpright(axis) || $0.isLevel(axis) } }
        let upright = (0..<3).map { axis in share { $0.isUpright(axis) } }
        // A marker far away makes no room wider.
        var extent = SIMD3<Double>.zero
        for axis in 0..<3 {
            let places = poses.map { $0.center[axis] }
            extent[axis] = BatchMeasures.quantile(0.9, places) - BatchMeasures.quantile(0.1, places)
        }
        isLevel =
            agreeing[1] >= UpAxis.agreement && agreeing[0] <= UpAxis.dissent && agreeing[2] <= UpAxis.dissent
        for candidate in [2, 0] {
            let others = [0, 1, 2].filter { $0 != candidate }.map { extent[$0] }
            let isSkew =
                agreeing[candidate] >= UpAxis.agreement && agreeing[1] <= UpAxis.dissent
                && upright[candidate] >= UpAxis.walls && extent[candidate] < max(others[0], others[1])
            let isAligned =
                upright[candidate] >= UpAxis.agreement && upright[1] < UpAxis.agreement
                && share { $0.isLevel(1) } >= UpAxis.aligned.floors
                && extent[candidate] < UpAxis.aligned.height * min(others[0], others[1])
            guard isSkew || isAligned, UpAxis.meetsSquarely(poses.filter { $0.isUpright(candidate) }) else {
                continue
            }
            (axis, self.share) = (candidate, max(agreeing[candidate], upright[candidate]))
            return
        }
    }

    /// Whether the normals of walls fall into two directions at right angles.
    private static func meetsSquarely(_ walls: [Pose]) -> Bool {
        // The direction that most agree with may be that of any; a few are tried, the same in whichever order.
        let normals = walls.map { $0.normal }.sorted { ($0.x, $0.y, $0.z) < ($1.x, $1.y, $1.z) }
        return stride(from: 0, to: normals.count, by: max(1, normals.count / 8)).contains { place in
            let parallel = normals.count { $0.dot(normals[place]).magnitude > along }
            let across = normals.count { $0.dot(normals[place]).magnitude < sineOfAlong }
            let least = leastWall * Double(walls.count)
            return Double(parallel + across) >= agreement * Double(walls.count) && Double(parallel) >= least
                && Double(across) >= least
        }
    }

    /// The sine of 5°.
    private static let sineOfAlong = 0.0872

    var issue: QuadIssue {
        QuadIssue(
            .upAxis, .warning, value: share, limit: UpAxis.agreement, unit: .ratio, coordinate: axis)
    }

    /// The directions of a marker with right angles.
    private struct Pose {
        let center, normal, across, down: SIMD3<Double>

        init?(_ quad: Quad) {
            guard let normal = quad.normal, let across = ((quad.p2 - quad.p1) + (quad.p3 - quad.p4)).unit,
                let down = ((quad.p4 - quad.p1) + (quad.p3 - quad.p2)).unit,
                across.dot(down).magnitude < sineOfAlong
            else { return nil }
            (center, self.normal, self.across, self.down) = (quad.center, normal, across, down)
        }

        func isUpright(_ axis: Int) -> Bool {
            across[axis].magnitude > along || down[axis].magnitude > along
        }

        func isLevel(_ axis: Int) -> Bool { normal[axis].magnitude > along }
    }
}
