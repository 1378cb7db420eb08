/// A picture of square blocks of 16 pixels, each of one colour, and the JPEG that shows it.
///
/// Of a flat block only the mean remains after the transform, so the file needs one code for each difference to the block before:
/// baseline, colours at half the resolution, and a step of 8, which keeps every mean exactly.
struct BlockPicture: Sendable {
    /// Width and height in blocks.
    let columns, rows: Int
    /// Row by row, from the top left.
    var colours: [Colour]

    /// Brightness and the two differences of colour, as JPEG has them.
    struct Colour: Hashable, Sendable {
        let luma, blue, red: UInt8

        init(red: Int, green: Int, blue: Int) {
            func byte(_ thousandths: Int) -> UInt8 { UInt8(max(0, min(255, (thousandths + 500) / 1000))) }
            luma = byte(299 * red + 587 * green + 114 * blue)
            self.blue = byte(128_000 - 169 * red - 331 * green + 500 * blue)
            self.red = byte(128_000 + 500 * red - 419 * green - 81 * blue)
        }
    }

    /// The pixels of a block's edge.
    static let block = 16

    init(columns: Int, rows: Int, of colour: Colour) {
        (self.columns, self.rows) = (columns, rows)
        colours = Array(repeating: colour, count: columns * rows)
    }

    func jpeg() -> [UInt8] {
        var bytes: [UInt8] = [0xff, 0xd8]
        func segment(_ marker: UInt8, _ content: [UInt8]) {
            bytes += [0xff, marker] + BlockPicture.word(content.count + 2) + content
        }
        segment(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        segment(0xdb, [0] + [UInt8](repeating: 8, count: 64))
        let size =
            BlockPicture.word(rows * BlockPicture.block) + BlockPicture.word(columns * BlockPicture.block)
        // Four blocks of brightness belong to one of each difference.
        segment(0xc0, [8] + size + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
        segment(0xc4, [0x00] + BlockPicture.lengths + [UInt8](0...11))
        // After the mean every block ends.
        segment(0xc4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
        var bits = BitStream()
        var last = (luma: 128, blue: 128, red: 128)
        for colour in colours {
            let next = (luma: Int(colour.luma), blue: Int(colour.blue), red: Int(colour.red))
            BlockPicture.write(next.luma - last.luma, to: &bits)
            for _ in 1..<4 { BlockPicture.write(0, to: &bits) }
            BlockPicture.write(next.blue - last.blue, to: &bits)
            BlockPicture.write(next.red - last.red, to: &bits)
            last = next
        }
        return bytes + bits.finished() + [0xff, 0xd9]
    }

    /// The number of codes of each length from 1 to 16 bits, for differences of 0 to 11 bits.
    private static let lengths: [UInt8] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]

    /// The code of each number of bits, in the order of lengths.
    private static let codes: [(code: Int, length: Int)] = {
        var codes: [(code: Int, length: Int)] = [], code = 0
        for (place, count) in lengths.enumerated() {
            for _ in 0..<Int(count) {
                codes.append((code, place + 1))
                code += 1
            }
            code <<= 1
        }
        return codes
    }()

    /// Writes the difference of a block's mean to that of the one before, and the end of the block.
    private static func write(_ difference: Int, to bits: inout BitStream) {
        let count = Int.bitWidth - difference.magnitude.leadingZeroBitCount
        bits.put(codes[count].code, codes[count].length)
        bits.put(difference < 0 ? difference - 1 + (1 << count) : difference, count)
        bits.put(0, 1)
    }

    private static func word(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}

/// The bits of a JPEG scan, the first one on top; a zero follows every byte of ones.
private struct BitStream {
    private var bytes: [UInt8] = []
    private var waiting = 0, count = 0

    mutating func put(_ bits: Int, _ length: Int) {
        waiting = waiting << length | bits
        count += length
        while count >= 8 {
            count -= 8
            let byte = UInt8(truncatingIfNeeded: waiting >> count)
            bytes.append(byte)
            if byte == 0xff { bytes.append(0) }
        }
        waiting &= (1 << count) - 1
    }

    /// The bytes, of which the last is filled up with ones.
    mutating func finished() -> [UInt8] {
        if count > 0 { put((1 << (8 - count)) - 1, 8 - count) }
        return bytes
    }
}
