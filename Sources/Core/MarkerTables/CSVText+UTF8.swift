extension CSVText {
    /// The first byte that is NUL or begins a sequence that is not UTF-8 (Unicode 16, table 3-7).
    static func firstForeignByte(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                let first = bytes[place]
                if first > 0, first < 0x80 {
                    place += 1
                    continue
                }
                let second: ClosedRange<UInt8>
                let length: Int
                switch first {
                case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
                case 0xE0: (length, second) = (3, 0xA0...0xBF)
                case 0xED: (length, second) = (3, 0x80...0x9F)
                case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
                case 0xF0: (length, second) = (4, 0x90...0xBF)
                case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
                case 0xF4: (length, second) = (4, 0x80...0x8F)
                default: return place
                }
                guard place + length <= bytes.count, second.contains(bytes[place + 1]) else { return place }
                for next in (place + 2)..<(place + length) where bytes[next] & 0xC0 != 0x80 { return place }
                place += length
            }
            return nil
        }
    }
}
