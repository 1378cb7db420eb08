import CPeers
import Foundation
import QuadGeometry
import RigidCalibration

/// The answer of a tool to a problem.
enum RigidAnswer {
    /// Ours: the rotation row by row, and the map.
    case anchored([Double], AnchoredMotion)
    /// The rotation row by row and, if the tool gives it, the translation.
    case motion([Double])
    /// A code of ours, or the words of another.
    case refused(String, isOurs: Bool)

    /// The rotation's nine numbers.
    var rotation: [Double]? {
        switch self {
        case .anchored(let numbers, _): numbers
        case .motion(let numbers): Array(numbers.prefix(9))
        case .refused: nil
        }
    }

    /// Of ours, the same as a rotation and a translation from the origin.
    var fromOrigin: RigidAnswer {
        guard case .anchored(let rotation, let motion) = self, let t = motion.transform?.translation else {
            return self
        }
        return .motion(rotation + [t.x, t.y, t.z])
    }

    /// The image of a point; `nil` also if the tool gives no translation.
    func image(of p: SIMD3<Double>) -> SIMD3<Double>? {
        switch self {
        case .anchored(_, let motion): return motion * p
        case .motion(let m) where m.count == 12:
            func row(_ i: Int) -> Double {
                m[3 * i] * p.x + m[3 * i + 1] * p.y + m[3 * i + 2] * p.z + m[9 + i]
            }
            return SIMD3(row(0), row(1), row(2))
        default: return nil
        }
    }
}

/// A way to fit, ours or another's.
struct RigidTool: Sendable {
    let name: String
    let answers: @Sendable ([RigidDocument.Problem]) -> [RigidAnswer]

    /// Ours, by every solver.
    static let ours = RigidSolver.allCases.map { solver in
        RigidTool(name: "RigidFit \(solver.rawValue)") { $0.map { ours($0, solver) } }
    }

    /// Those of the same process: Eigen, and Kabsch's method with three drivers of LAPACKE.
    static let native: [(name: String, fit: NativeFit)] = [
        (String(cString: peer_eigen_version()), { peer_umeyama($0, $1, $2, $3) }),
        ("LAPACKE Kabsch dgesvj", { peer_kabsch(peer_dgesvj, $0, $1, $2, $3) }),
        ("LAPACKE Kabsch dgesdd", { peer_kabsch(peer_dgesdd, $0, $1, $2, $3) }),
        ("LAPACKE Kabsch dgesvd", { peer_kabsch(peer_dgesvd, $0, $1, $2, $3) }),
    ]
    typealias NativeFit =
        @Sendable (
            UnsafePointer<Double>, UnsafePointer<Double>, Int, UnsafeMutablePointer<Double>
        ) -> Int32

    static let nativeTools = native.map { name, fit in
        RigidTool(name: name) { problems in
            problems.map { problem in
                var motion = [Double](repeating: 0, count: 12)
                let status = fit(
                    problem.sources.flatMap { $0 }, problem.targets.flatMap { $0 }, problem.sources.count,
                    &motion)
                return status == 0 ? .motion(motion) : .refused("status \(status)", isOurs: false)
            }
        }
    }

    private static func ours(_ problem: RigidDocument.Problem, _ solver: RigidSolver) -> RigidAnswer {
        do throws(RigidFitError) {
            let motion = try RigidFit(problem.pairs(), solver: solver).targetFromSource
            let (first, second, third) = motion.rotation.rows
            return .anchored([first, second, third].flatMap { [$0.x, $0.y, $0.z] }, motion)
        } catch { return .refused(error.code, isOurs: true) }
    }
}

/// A tool of `Benchmarks/Peers/rigid_fits.py`, a process of its own.
struct OutsideRigidTool: Sendable {
    static let all = ["scipy", "open3d", "gtsam", "colmap", "opencv", "evo"].map(OutsideRigidTool.init)
    private static let script = "Benchmarks/Peers/rigid_fits.py"

    let word: String

    /// The command that takes a file of problems as its last word.
    func command(_ python: String) -> String { "\(python) \(OutsideRigidTool.script) \(word)" }

    /// Its name, and its answers to all problems of a document.
    func answers(_ python: String, document: String) throws -> (tool: String, answers: [RigidAnswer]) {
        struct Reply: Decodable {
            struct Answer: Decodable {
                var refused: String?
                var motion: [JSONValue]?
            }
            var name: String
            var answers: [Answer]
        }
        let output = try PeerProcess.output(of: command(python), files: document)
        guard let reply = try? JSONDecoder().decode(Reply.self, from: output) else {
            throw BenchError.peer(word, "did not answer with a document")
        }
        let answers = reply.answers.map { answer -> RigidAnswer in
            if let reason = answer.refused { return .refused(reason, isOurs: false) }
            return .motion((answer.motion ?? []).map { $0.double ?? .nan })
        }
        return (reply.name, answers)
    }
}
