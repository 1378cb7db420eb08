import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct ExactNumberTests {
    private func equal(_ a: ExactNumber, _ b: ExactNumber) -> Bool { (a - b).sign == 0 }

    /// Numbers of any size, and the ends of the range among them.
    private func numbers(_ count: Int, seed: UInt64) -> [ExactNumber] {
        var random = SeededGenerator(seed: seed)
        let ends: [Double] = [
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0, 1, -1,
        ]
        return (0..<count).map { _ in
            let isEnd = Int.random(in: 0..<4, using: &random) == 0
            return ExactNumber(
                isEnd ? ends.randomElement(using: &random) ?? 0 : .randomFinite(using: &random))
        }
    }

    @Test("a double's sign and value are kept, down to the least subnormal")
    func doubles() {
        for value in [
            1, -1, 0.1, -3e300, .leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude,
        ] {
            let number = ExactNumber(value)
            #expect(number.sign == (value > 0 ? 1 : -1))
            let (fraction, exponent) = number.rounded
            #expect((0.5..<1).contains(fraction.magnitude))
            #expect(Double(sign: .plus, exponent: exponent, significand: fraction) == value)
        }
        #expect(ExactNumber(0).sign == 0)
        #expect(ExactNumber(-0.0).sign == 0)
        #expect(ExactNumber(0).rounded == (0, 0))
    }

    @Test("a number that is not finite is a mistake of the program")
    func notFinite() async {
        await #expect(processExitsWith: .failure) { _ = ExactNumber(.infinity) }
        await #expect(processExitsWith: .failure) { _ = ExactNumber(.nan) }
    }

    @Test("sums and products follow the laws of arithmetic, at all sizes at once", arguments: Seeds.few)
    func laws(seed: UInt64) {
        let all = numbers(120, seed: seed)
        for start in stride(from: 0, to: all.count, by: 3) {
            let (a, b, c) = (all[start], all[start + 1], all[start + 2])
            #expect(equal(a + b, b + a))
            #expect(equal(a * b, b * a))
            #expect(equal((a + b) + c, a + (b + c)))
            #expect(equal((a * b) * c, a * (b * c)))
            #expect(equal(a * (b + c), a * b + a * c))
            #expect(equal(a - b, -(b - a)))
            #expect(equal(a + .zero, a))
            #expect(equal(a * ExactNumber(1), a))
            #expect((a - a).sign == 0)
            #expect((a * .zero).sign == 0)
            #expect((-a).sign == -a.sign)
            #expect((a * b).sign == a.sign * b.sign)
        }
    }

    @Test("products of 53 bits are those of the processor's full-width product", arguments: Seeds.few)
    func products(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let a = UInt64.random(in: 0..<1 << 53, using: &random),
                b = UInt64.random(in: 0..<1 << 53, using: &random)
            let (high, low) = a.multipliedFullWidth(by: b)
            let product = ExactNumber(Double(a)) * ExactNumber(Double(b))
            #expect(equal(product, whole(high) * ExactNumber(0x1p64) + whole(low)))
        }
    }

    /// A 64-bit number from its halves, each of which a double holds.
    private func whole(_ bits: UInt64) -> ExactNumber {
        ExactNumber(Double(bits >> 32)) * ExactNumber(0x1p32) + ExactNumber(Double(bits & 0xffff_ffff))
    }

    @Test("carries run through all the limbs, and borrows back")
    func carries() {
        let top = ExactNumber(0x1p300), one = ExactNumber(1)
        let nines = top - one
        #expect(nines.sign == 1)
        #expect(equal(nines + one, top))
        #expect(equal(nines * nines, top * top - (top + top) + one))
        #expect((nines - top).sign == -1)
        // 300 ones in binary, cut off after 53.
        #expect(nines.rounded == (1 - 0x1p-53, 300))
    }

    @Test("the least and the greatest double live in one expression")
    func hugeExponents() {
        let least = ExactNumber(.leastNonzeroMagnitude), greatest = ExactNumber(.greatestFiniteMagnitude)
        let sum = greatest + least
        #expect((sum - greatest).sign == 1)
        #expect(equal(sum - greatest, least))
        #expect(equal((sum * sum - greatest * greatest), least * (sum + greatest)))
        let tower = (0..<5).reduce(least) { power, _ in power * power }
        #expect(tower.sign == 1)
        #expect((tower - least).sign == -1)
        #expect(equal(tower * greatest, greatest * tower))
    }

    @Test("signs of sums of whole numbers are those of integer arithmetic", arguments: Seeds.few)
    func integers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let n = (0..<6).map { _ in Int.random(in: -1000...1000, using: &random) }
            let e = n.map { ExactNumber(Double($0)) }
            let determinant = n[0] * (n[1] - n[2]) + n[3] * n[4] * n[5]
            #expect((e[0] * (e[1] - e[2]) + e[3] * e[4] * e[5]).sign == determinant.signum())
        }
    }

    #if arch(x86_64)
    static let trials: [BoundTrial] = [
        .quotients(ExactNumber.quotientError) { a, b, c, d in
            ExactNumber.quotient(ExactNumber(a) * ExactNumber(b), by: ExactNumber(c) * ExactNumber(d))
        },
        .quotientsByRoots(ExactNumber.quotientError) { a, b, c in
            ExactNumber.quotient(ExactNumber(a) * ExactNumber(b), byRootOf: ExactNumber(c))
        },
    ]

    @Test("quotients stay within their stated error of 80-bit arithmetic", arguments: trials)
    func error(trial: BoundTrial) {
        let worst = trial.spend(samples: BoundTrial.fewSamples, seed: Seeds.first)
        print(worst)
        #expect(worst.isWithinBound, "\(worst)")
    }
    #endif

    @Test("a quotient may leave the range of doubles at either end")
    func quotientRange() {
        let least = ExactNumber(.leastNonzeroMagnitude), greatest = ExactNumber(.greatestFiniteMagnitude)
        #expect(ExactNumber.quotient(greatest, by: least) == .infinity)
        #expect(ExactNumber.quotient(-greatest, by: least) == -.infinity)
        #expect(ExactNumber.quotient(least, by: greatest) == 0)
        #expect(ExactNumber.quotient(greatest * least, by: greatest) == .leastNonzeroMagnitude)
        #expect(ExactNumber.quotient(.zero, by: least) == 0)
        #expect(ExactNumber.quotient(ExactNumber(-6), byRootOf: ExactNumber(9)) == 2)
        #expect(ExactNumber.quotient(ExactNumber(6), byRootOf: ExactNumber(0.5)) == 6 / 0.5.squareRoot())
        #expect(ExactNumber.quotient(greatest, byRootOf: greatest * greatest) == 1)
    }
}
