public import FrameGraph
public import QuadGeometry

extension G2OFile {
    /// The graph of the file's edges, with a frame for each vertex.
    public func graph(turns: Turns = .vector) throws(PoseTextError) -> PoseGraph {
        var edges: [PoseEdge] = [], frames: [String] = []
        for (record, line) in zip(records, recordLines) {
            switch record {
            case .vertex(let id, _): frames.append("\(id)")
            case .fixed: break
            case .edge(let from, let to, let pose, let information):
                edges.append(
                    PoseEdge(
                        from: "\(from)", to: "\(to)", motion: G2OFile.motion(pose),
                        covariance: try G2OFile.covariance(information, turns, line: line)))
            }
        }
        do throws(PoseGraphError) { return try PoseGraph(edges, frames: frames) } catch {
            // Ids, ranges and counts were checked line by line.
            throw PoseTextError(
                line: recordLines.last ?? 1, fault: .tooManyEdges(limit: PoseGraph.mostEdges), form: .g2o)
        }
    }

    /// The lines of a graph's edges in this file, in the order of the edges; `nil` of an edge that is not here.
    public func lines(of edges: [PoseEdge]) -> [Int?] {
        var known: [[String]: [(motion: RigidTransform, line: Int)]] = [:]
        for (record, line) in zip(records, recordLines) {
            guard case .edge(let from, let to, let pose, _) = record else { continue }
            known[["\(from)", "\(to)"], default: []].append((G2OFile.motion(pose), line))
        }
        return edges.map { edge in
            let frames = [edge.from, edge.to]
            let place = known[frames]?.firstIndex { $0.motion == edge.motion }
            return place.flatMap { known[frames]?.remove(at: $0).line }
        }
    }

    /// The poses of the vertices, by name.
    public var poses: [String: RigidTransform] {
        records.reduce(into: [:]) { poses, record in
            if case .vertex(let id, let pose) = record { poses["\(id)"] = G2OFile.motion(pose) }
        }
    }

    /// The frames that the file holds, at their poses.
    public var held: [String: RigidTransform] {
        let poses = poses
        return records.reduce(into: [:]) { held, record in
            if case .fixed(let id) = record { held["\(id)"] = poses["\(id)"] }
        }
    }

    /// The same file with other poses of the vertices.
    public func moved(to poses: [String: RigidTransform]) -> G2OFile {
        G2OFile(
            records.map { record in
                guard case .vertex(let id, _) = record, let pose = poses["\(id)"] else { return record }
                return .vertex(id: id, pose: G2OFile.numbers(pose))
            })
    }

    /// The file of a graph, its frames numbered in order unless all their names are ids, and of poses where they are known.
    public init(_ graph: PoseGraph, poses: [String: RigidTransform], held: [String] = []) {
        let own = graph.frames.compactMap { Int($0) }
        let areIDs =
            own.count == graph.frames.count && own.allSatisfy { (0...G2OFile.largestID).contains($0) }
        var ids: [String: Int] = [:]
        for (place, frame) in graph.frames.enumerated() { ids[frame] = areIDs ? own[place] : place }
        var records: [Record] = graph.frames.map { frame in
            .vertex(id: ids[frame] ?? 0, pose: G2OFile.numbers(poses[frame] ?? .identity))
        }
        records += held.map { .fixed(id: ids[$0] ?? 0) }
        records += graph.edges.map { edge in
            .edge(
                from: ids[edge.from] ?? 0, to: ids[edge.to] ?? 0, pose: G2OFile.numbers(edge.motion),
                information: G2OFile.swapped(edge.covariance.informationTriangle))
        }
        self.init(records)
    }

    /// The motion of a position and a quaternion that is not zero.
    static func motion(_ pose: [Double]) -> RigidTransform {
        let quaternion = SIMD4(pose[3], pose[4], pose[5], pose[6])
        var rotation = Rotation.identity
        do throws(RotationError) { rotation = try Rotation(quaternionXYZW: quaternion) } catch {}
        let shift = SIMD3(pose[0], pose[1], pose[2])
        return RigidTransform(rotation: rotation, translation: shift) ?? .identity
    }

    private static func numbers(_ motion: RigidTransform) -> [Double] {
        let t = motion.translation, q = motion.rotation.quaternionXYZW
        return [t.x, t.y, t.z, q.x, q.y, q.z, q.w]
    }

    private static func covariance(
        _ information: [Double], _ turns: Turns, line: Int
    ) throws(PoseTextError) -> EdgeCovariance {
        guard information.contains(where: { $0 != 0 }) else {
            throw PoseTextError(line: line, fault: .noInformation, form: .g2o)
        }
        var triangle = swapped(information)
        if turns == .quaternion {
            var next = 0
            for i in 0..<6 {
                for j in i..<6 {
                    triangle[next] /= (i < 3 ? 2 : 1) * (j < 3 ? 2 : 1)
                    next += 1
                }
            }
        }
        do throws(CovarianceError) { return try EdgeCovariance(informationTriangle: triangle) } catch {
            throw PoseTextError(line: line, fault: .notPositiveDefinite, form: .g2o)
        }
    }

    /// The 21 numbers with turns and shifts exchanged.
    private static func swapped(_ triangle: [Double]) -> [Double] {
        func place(_ i: Int, _ j: Int) -> Int {
            let row = min(i, j), column = max(i, j)
            return row * 6 - row * (row - 1) / 2 + column - row
        }
        return (0..<6).flatMap { i in (i..<6).map { triangle[place((i + 3) % 6, ($0 + 3) % 6)] } }
    }
}
