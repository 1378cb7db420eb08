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

    mutating func put(_ flags: [Bool]) { for flag in flags { put(byte: flag ? 1 : 0) } }

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

    mutating func put(_ problem: DoorProblem) {
        for number in [problem.status, problem.side, problem.place] { put(number) }
        for value in problem.values { put(value) }
    }
}
