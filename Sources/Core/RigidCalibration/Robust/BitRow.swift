internal import QuadGeometry

/// A set of small numbers as bits, 64 to a word, the first in the lowest bit of the first word.
struct BitRow: Hashable {
    var words: [UInt64]

    init(words: Int) { self.words = [UInt64](repeating: 0, count: words) }

    /// 0 up to `count`, without it.
    init(firstOf count: Int, words: Int) {
        self.words = (0..<words).map { word in
            let left = count - 64 * word
            return left >= 64 ? .max : left > 0 ? (1 << UInt64(left)) - 1 : 0
        }
    }

    func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 == 1 }

    mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

    mutating func remove(_ number: Int) { words[number / 64] &= ~(1 << UInt64(number % 64)) }

    /// Becomes what `other` has in common with a row of a matrix.
    mutating func set(_ other: BitRow, andRow row: Int, of matrix: BitMatrix) {
        let start = row * words.count
        matrix.rows.withUnsafeBufferPointer { rows in
            for word in words.indices { words[word] = other.words[word] & rows[start + word] }
        }
    }

    /// Keeps what it has in common with a row of a matrix.
    mutating func formIntersection(withRow row: Int, of matrix: BitMatrix) {
        let start = row * words.count
        matrix.rows.withUnsafeBufferPointer { rows in
            for word in words.indices { words[word] &= rows[start + word] }
        }
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Writes the numbers in it, rising.
    func list(into members: inout [Int32]) {
        members.removeAll(keepingCapacity: true)
        for (place, word) in words.enumerated() {
            var left = word
            while left != 0 {
                members.append(Int32(64 * place + left.trailingZeroBitCount))
                left &= left - 1
            }
        }
    }
}
