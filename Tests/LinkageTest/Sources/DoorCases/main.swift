import Glibc
import QuadGeometry
import RigidCalibration

// Writes cases for the doors, and the results that the Swift library itself has: DoorCases CASES RESULTS.

let input = DoorInput(quads: 200_000, rays: 4000, many: 20_000, sums: 200_000, single: 400, scans: 72)
var output = DoorOutput(), scans = ScanCases(input: input)
QuadCases(input: input).put(into: &output)
try FitCases(input: input).put(into: &output)
scans.put(into: &output)

/// Writes bytes to a file, or ends the program.
func write(_ bytes: UnsafeRawBufferPointer, to path: String) {
    guard let file = fopen(path, "wb"), fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count,
        fclose(file) == 0
    else {
        perror(path)
        exit(2)
    }
}
guard CommandLine.arguments.count == 3 else {
    print("usage: DoorCases CASES RESULTS")
    exit(2)
}
input.numbers.withUnsafeBytes { write($0, to: CommandLine.arguments[1]) }
output.bytes.withUnsafeBytes { write($0, to: CommandLine.arguments[2]) }
print("\(input.quads.count) quads, \(input.rays.count) rays, \(input.single.count) single fits")
print(scans.kinds.sorted(by: { $0.key < $1.key }).map { "\($0.key) \($0.value)" }.joined(separator: ", "))
let missing = ScanCases.wanted.filter { scans.kinds[$0] == nil }
guard missing.isEmpty else {
    print("no scan has \(missing.joined(separator: ", "))")
    exit(1)
}
