import Glibc
import RigidCalibration

// What a program that fits has loaded before its first fit and after it, and the bits of its fits: the same with LAPACKE
// and without.

/// Whether a part of LAPACK is in this process.
func hasLAPACK() -> Bool {
    guard let maps = fopen("/proc/self/maps", "r") else { return false }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), maps) != nil {
        if strstr(line, "lapack") != nil || strstr(line, "blas") != nil { return true }
    }
    return false
}

let before = hasLAPACK()
let bits = try FitBits().sum
print("LAPACK before fits: \(before ? "loaded" : "not loaded")")
print("LAPACK after fits: \(hasLAPACK() ? "loaded" : "not loaded")")
print("bits: \(String(bits, radix: 16))")
