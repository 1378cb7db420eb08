/// Compressed bytes, which every browser and `gzip -d` unpack (RFC 1950 to 1952).
struct PackedBytes {
    private(set) var bytes: [UInt8] = []
    private var held: UInt64 = 0, heldCount = 0

    /// The whole file; equal input gives equal output.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        let numbers = [StoredArchive.checksum(of: bytes), UInt32(truncatingIfNeeded: bytes.count)]
        return head + packed(bytes)
            + numbers.flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
    }

    /// The same bytes between the head and the sum that pictures have around them; equal input gives equal output.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let sum = adler(of: bytes)
        return [0x78, 0x9c] + packed(bytes)
            + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    /// Adler-32 (RFC 1950).
    private static func adler(of bytes: [UInt8]) -> UInt32 {
        let modulus: UInt32 = 65_521
        var low: UInt32 = 1, high: UInt32 = 0
        // The most bytes whose sums fit 32 bits.
        for start in stride(from: 0, to: bytes.count, by: 5552) {
            for byte in bytes[start..<min(start + 5552, bytes.count)] {
                low += UInt32(byte)
                high += low
            }
            (low, high) = (low % modulus, high % modulus)
        }
        return high << 16 | low
    }

    /// The blocks, the last of which ends in zeros to a whole byte.
    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var packed = PackedBytes()
        let pieces = RepeatSearch.pieces(of: bytes)
        for start in stride(from: 0, to: max(pieces.count, 1), by: blockLength) {
            let end = min(start + blockLength, pieces.count)
            packed.add(pieces[start..<end], isLast: end == pieces.count)
        }
        packed.put(0, (8 - packed.heldCount % 8) % 8)
        return packed.bytes
    }

    /// The number of pieces that share their codes.
    private static let blockLength = 1 << 15
    private static let end = 256, firstLength = 257
    /// The least length, or distance, of each symbol, and the number of bits for the rest.
    private static let lengths = symbols(first: 3, plain: 8, doubling: 4, most: 28) + [(258, 0)]
    private static let distances = symbols(first: 1, plain: 4, doubling: 2, most: 30)
    /// The order of the lengths of the code that encodes lengths.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private static func symbols(
        first: Int, plain: Int, doubling: Int, most: Int
    ) -> [(least: Int, extra: Int)] {
        var least = first
        return (0..<most).map { place in
            let extra = place < plain ? 0 : (place - plain) / doubling + 1
            defer { least += 1 << extra }
            return (least, extra)
        }
    }

    private static func symbol(of value: Int, in symbols: [(least: Int, extra: Int)]) -> Int {
        var (low, high) = (0, symbols.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if symbols[middle].least <= value { low = middle } else { high = middle }
        }
        return low
    }

    private mutating func add(_ pieces: ArraySlice<RepeatSearch.Piece>, isLast: Bool) {
        var counts = [Int](repeating: 0, count: PackedBytes.firstLength + PackedBytes.lengths.count)
        var distanceCounts = [Int](repeating: 0, count: PackedBytes.distances.count)
        counts[PackedBytes.end] = 1
        for piece in pieces {
            switch piece {
            case .byte(let byte): counts[Int(byte)] += 1
            case .again(let length, let distance):
                counts[
                    PackedBytes.firstLength + PackedBytes.symbol(of: length, in: PackedBytes.lengths)] += 1
                distanceCounts[PackedBytes.symbol(of: distance, in: PackedBytes.distances)] += 1
            }
        }
        let code = HuffmanCode(counts, longest: 15), far = HuffmanCode(distanceCounts, longest: 15)
        head(code.lengths, far.lengths, isLast: isLast)
        for piece in pieces {
            switch piece {
            case .byte(let byte): put(code.bits[Int(byte)], code.lengths[Int(byte)])
            case .again(let length, let distance):
                put(length, PackedBytes.lengths, code, from: PackedBytes.firstLength)
                put(distance, PackedBytes.distances, far, from: 0)
            }
        }
        put(code.bits[PackedBytes.end], code.lengths[PackedBytes.end])
    }

    /// The beginning of a block: the lengths of its codes, in a code of their own.
    private mutating func head(_ lengths: [Int], _ distances: [Int], isLast: Bool) {
        put(isLast ? 1 : 0, 1)
        put(2, 2)
        put(UInt32(lengths.count - PackedBytes.firstLength), 5)
        put(UInt32(distances.count - 1), 5)
        put(UInt32(PackedBytes.order.count - 4), 4)
        let all = lengths + distances
        let code = HuffmanCode(
            (0..<PackedBytes.order.count).map { length in all.count { $0 == length } }, longest: 7)
        for length in PackedBytes.order { put(UInt32(code.lengths[length]), 3) }
        for length in all { put(code.bits[length], code.lengths[length]) }
    }

    private mutating func put(
        _ value: Int, _ symbols: [(least: Int, extra: Int)], _ code: HuffmanCode, from first: Int
    ) {
        let symbol = PackedBytes.symbol(of: value, in: symbols)
        put(code.bits[first + symbol], code.lengths[first + symbol])
        put(UInt32(value - symbols[symbol].least), symbols[symbol].extra)
    }

    private mutating func put(_ bits: UInt32, _ count: Int) {
        held |= UInt64(bits) << heldCount
        heldCount += count
        while heldCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: held))
            held >>= 8
            heldCount -= 8
        }
    }
}

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

extension Array<UInt8> {
    /// Appends the bytes of a number, the least first.
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append(littleEndian point: SIMD3<Float>) {
        for place in 0..<3 { append(littleEndian: point[place].bitPattern) }
    }
}
