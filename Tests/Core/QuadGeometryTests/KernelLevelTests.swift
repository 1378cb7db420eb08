import QuadGeometry
import Testing

@Suite("Kernel levels")
struct KernelLevelTests {
    @Test("the baseline is always there and the best is the widest")
    func available() {
        #expect(KernelLevel.available.first == .baseline)
        #expect(KernelLevel.available.last == KernelLevel.best)
        #expect(KernelLevel.available == KernelLevel.allCases.filter(KernelLevel.available.contains))
    }
}
