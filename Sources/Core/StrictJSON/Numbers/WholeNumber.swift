/// An integer of any size, for what 128 bits cannot decide.
struct WholeNumber {
    /// The words, least significant first; the last is not zero.
    package private(set) var words: [UInt64]

    package init(_ value: UInt64) { words = value == 0 ? [] : [value] }

    package mutating func multiply(by factor: UInt64, adding summand: UInt64 = 0) {
        var carry = summand
        for i in words.indices {
            let product = words[i].multipliedFullWidth(by: factor)
            let (sum, overflow) = product.low.addingReportingOverflow(carry)
            words[i] = sum
            carry = product.high &+ (overflow ? 1 : 0)
        }
        if carry > 0 { words.append(carry) }
        while words.last == 0 { words.removeLast() }
    }

    /// Divides and rounds down.
    mutating func divide(by divisor: UInt64) {
        var rest: UInt64 = 0
        for i in words.indices.reversed() {
            (words[i], rest) = divisor.dividingFullWidth((rest, words[i]))
        }
        while words.last == 0 { words.removeLast() }
    }

    mutating func shiftLeft(by bits: Int) {
        guard !words.isEmpty else { return }
        multiply(by: 1 << UInt64(bits % 64))
        words.insert(contentsOf: repeatElement(0, count: bits / 64), at: 0)
    }

    package mutating func multiply(byPowerOfFive power: Int) {
        // The largest power of five in 64 bits.
        for _ in 0..<(power / 27) { multiply(by: 7_450_580_596_923_828_125) }
        for _ in 0..<(power % 27) { multiply(by: 5) }
    }

    /// The first 128 bits, from the first that is set, padded with zeros if there are fewer.
    var leadingBits: (high: UInt64, low: UInt64) {
        let count = words.count
        func word(_ fromTop: Int) -> UInt64 { fromTop < count ? words[count - 1 - fromTop] : 0 }
        let shift = UInt64(word(0).leadingZeroBitCount)
        func shifted(_ fromTop: Int) -> UInt64 { word(fromTop) << shift | word(fromTop + 1) >> (64 - shift) }
        return (shifted(0), shifted(1))
    }

    package static func < (a: WholeNumber, b: WholeNumber) -> Bool {
        guard a.words.count == b.words.count else { return a.words.count < b.words.count }
        return a.words.reversed().lexicographicallyPrecedes(b.words.reversed())
    }
}
