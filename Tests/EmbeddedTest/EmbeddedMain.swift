import QuadGeometry
import RigidCalibration

/// A program in Embedded Swift: a check of a quad, and the bits of fits, which other builds have, too.
@main struct EmbeddedMain {
    static func main() {
        let quad = Quad([0, 0, 1], [0.2, 0, 1], [0.2, 0.1, 1], [0, 0.1, 1])
        let bowTie = Quad([0, 0, 1], [0.2, 0.1, 1], [0.2, 0, 1], [0, 0.1, 1])
        let check = QuadCheck()
        guard let fits = try? FitBits() else { return }
        print(check.issues(quad).isEmpty && !check.issues(bowTie).isEmpty ? "checks: right" : "checks: wrong")
        print("bits: \(String(fits.sum, radix: 16))")
    }
}
