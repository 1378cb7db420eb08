/// Bits for symbols, the fewer the more frequent a symbol is (Huffman 1952), in the order of RFC 1951.
struct HuffmanCode {
    /// The number of bits of each symbol; 0 if it does not occur.
    let lengths: [Int]
    /// The bits of each symbol, the first to be written lowest.
    let bits: [UInt32]

    /// - Parameters:
    ///   - counts: the number of times each symbol occurs.
    ///   - longest: the most bits of a symbol.
    init(_ counts: [Int], longest: Int) {
        var counts = counts, lengths = HuffmanCode.lengths(counts)
        // Flatter counts make a flatter tree.
        while lengths.contains(where: { $0 > longest }) {
            counts = counts.map { $0 - $0 / 2 }
            lengths = HuffmanCode.lengths(counts)
        }
        var next: UInt32 = 0, bits = [UInt32](repeating: 0, count: lengths.count)
        for length in 1...longest {
            next <<= 1
            for (symbol, own) in lengths.enumerated() where own == length {
                bits[symbol] = (0..<length).reduce(0) { $0 << 1 | next >> $1 & 1 }
                next += 1
            }
        }
        (self.lengths, self.bits) = (lengths, bits)
    }

    /// The depth of each symbol in the tree that joins the two rarest until one is left.
    private static func lengths(_ counts: [Int]) -> [Int] {
        var lengths = [Int](repeating: 0, count: counts.count)
        var trees = counts.indices.filter { counts[$0] > 0 }.map { (count: counts[$0], symbols: [$0]) }
        if trees.count == 1 { lengths[trees[0].symbols[0]] = 1 }
        while trees.count > 1 {
            trees.sort { ($0.count, $0.symbols[0]) > ($1.count, $1.symbols[0]) }
            let (first, second) = (trees.removeLast(), trees.removeLast())
            let symbols = first.symbols + second.symbols
            for symbol in symbols { lengths[symbol] += 1 }
            trees.append((first.count + second.count, symbols))
        }
        return lengths
    }
}
