import QuadGeometry
import RigidCalibration

/// Results in the form in which `run_cases` writes them: sections with a name of 16 bytes and a length.
struct DoorOutput {
    private(set) var bytes: [UInt8] = []
    private var start = 0

    mutating func begin(_ name: String) {
        let name = Array(name.utf8)
        bytes += name + [UInt8](repeating: 0, count: 16 - name.count)
        put(0)
        start = bytes.count
    }

    mutating func end() {
        let length = withUnsafeBytes(of: Int64(bytes.count - start)) { Array($0) }
        bytes.replaceSubrange(start - 8..<start, with: length)
    }

    mutating func put(_ number: Double) {
        withUnsafeBytes(of: number.isNaN ? Double.nan : number) { bytes += $0 }
    }

    mutating func put(_ number: Int) { withUnsafeBytes(of: Int64(number)) { bytes += $0 } }

    mutating func put(_ number: UInt32) { withUnsafeBytes(of: number) { bytes += $0 } }

    mutating func put(byte: UInt8) { bytes.append(byte) }

    mutating func put(_ vector: SIMD3<Double>) { for axis in 0..<3 { put(vector[axis]) } }

    mutating func put(_ motion: AnchoredMotion) {
        let r = motion.rotation
        for vector in [r.x, r.y, r.z, motion.sourceCenter, motion.targetCenter, motion.rest] { put(vector) }
    }

    mutating func put(_ fit: RigidFit) {
        put(fit.targetFromSource)
        put(fit.rms)
        put(fit.digits)
        put(fit.singularValues)
        put([RigidSolver.default, .fast, .exact].firstIndex(of: fit.solver) ?? -1)
        put(fit.steps)
    }

    /// A refusal as its status, side and place.
    mutating func put(_ error: RigidFitError) {
        let (status, side, place) = DoorOutput.numbers(of: error)
        for number in [status, side, place] { put(number) }
    }

    /// The status, side and place of a refusal by the header.
    static func numbers(of error: RigidFitError) -> (Int, Int, Int) {
        func number(_ side: PairSide) -> Int { side == .source ? 0 : 1 }
        return switch error {
        case .nonFinitePoint(let pair, let side): (102, number(side), pair)
        case .badWeight(let pair, _): (103, -1, pair)
        case .outOfRange(let pair, let side): (106, number(side), pair)
        case .tooFewPairs: (107, -1, -1)
        case .coincidentPoints(let side, _, _): (108, number(side), -1)
        case .pointsOnLine(let side, _, _, _): (109, number(side), -1)
        case .turnNotDetermined: (110, -1, -1)
        case .motionNotFixed(let model):
            (
                111, -1,
                ["", "translation", "yaw", "gravity", "rigid", "similarity"].firstIndex(of: model.name) ?? 0
            )
        case .badOption: (112, -1, -1)
        case .solverFailed: (114, -1, -1)
        case .motionNotDetermined: (117, -1, -1)
        case .ambiguousMotion: (118, -1, -1)
        case .noSuchMotion: (119, -1, -1)
        case .scaleSlip: (120, -1, -1)
        case .mirrored: (121, -1, -1)
        default: (-1, -1, -1)
        }
    }
}
