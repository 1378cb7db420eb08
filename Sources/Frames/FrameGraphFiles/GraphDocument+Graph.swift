package import FrameGraph
package import QuadGeometry

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

    /// Adds what the cycles of the graph say.
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

    /// Adds the solved components.
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

    /// Adds a frame seen from another.
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
