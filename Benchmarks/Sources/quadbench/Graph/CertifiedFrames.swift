import Foundation
import FrameGraph
import QuadGeometry

/// The documents of certified graphs and hand-eye problems.
struct CertifiedFrames: Decodable {
    struct Edge: Decodable {
        var from, to: Int
        /// x y z qx qy qz qw.
        var pose: [Double]
        /// 21 numbers, turn first.
        var covariance: [Double]
    }

    struct HandPose: Decodable { var hand, camera: [Double] }

    /// A graph, which has edges, or a hand-eye problem, which has poses and the covariance of each pose of the camera.
    struct Problem: Decodable {
        var edges: [Edge]?
        var poses: [HandPose]?
        var covariance: [Double]?
        /// Nine numbers of each frame of the answer, and three, each number as two doubles that add up to it.
        var rotations, translations: [[Double]]
    }

    struct ProblemSet: Decodable {
        var name: String
        var problems: [Problem]
    }

    var sets: [ProblemSet]

    init(file: String) throws {
        guard let data = FileManager.default.contents(atPath: file),
            let document = try? JSONDecoder().decode(CertifiedFrames.self, from: data)
        else { throw BenchError.badFile(file, "is no document of certified frames") }
        self = document
    }
}

extension CertifiedFrames.Problem {
    /// The frames that our fits find: those of a graph seen from the first, or the camera in the hand and the target in the base.
    func answer() throws -> [RigidTransform] {
        if let poses {
            let fit = try HandEyeFit(
                hands: poses.map { try Self.motion($0.hand) },
                cameras: poses.map { try Self.motion($0.camera) },
                cameraNoise: EdgeCovariance(upperTriangle: covariance ?? []))
            return [fit.handFromCamera, fit.baseFromTarget]
        }
        let edges = try (edges ?? []).map { edge in
            PoseEdge(
                from: "\(edge.from)", to: "\(edge.to)", motion: try Self.motion(edge.pose),
                covariance: try EdgeCovariance(upperTriangle: edge.covariance))
        }
        let solution = try PoseGraph(edges).solve(SolveOptions(root: "0"))[0]
        return try solution.frames.indices.map { try solution.pose(of: "\($0)") }
    }

    private static func motion(_ numbers: [Double]) throws -> RigidTransform {
        let turn = try Rotation(quaternionXYZW: SIMD4(numbers[3], numbers[4], numbers[5], numbers[6]))
        let shift = SIMD3(numbers[0], numbers[1], numbers[2])
        guard let motion = RigidTransform(rotation: turn, translation: shift) else {
            throw BenchError.badFile("a certified problem", "has a pose without usable numbers")
        }
        return motion
    }

    /// Right digits of all rotations, by the Frobenius norm, and of all translations, relative to the largest coordinate.
    func digits(of frames: [RigidTransform]) -> (rotations: Double, translations: Double) {
        func off(_ found: [Double], _ known: [[Double]], relativeTo scale: Double) -> Double {
            guard found.count == known.count else { return 0 }
            let squares = zip(found, known).reduce(0) { sum, pair in
                let error = (pair.0 - pair.1[0]) - pair.1[1]
                return sum + error * error
            }
            return min(16, max(0, -log10(squares.squareRoot() / scale)))
        }
        let largest = translations.map { $0[0].magnitude }.max() ?? 0
        return (
            off(Self.rotations(frames), rotations, relativeTo: Double(3 * frames.count).squareRoot()),
            off(Self.translations(frames), translations, relativeTo: largest)
        )
    }

    static func rotations(_ frames: [RigidTransform]) -> [Double] {
        frames.flatMap { frame in
            let (first, second, third) = frame.rotation.rows
            return [first, second, third].flatMap { [$0.x, $0.y, $0.z] }
        }
    }

    static func translations(_ frames: [RigidTransform]) -> [Double] {
        frames.flatMap { [$0.translation.x, $0.translation.y, $0.translation.z] }
    }
}
