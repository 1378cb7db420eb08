/// Finds parts of a text that are repeats of a part shortly before: the first half of packing it.
struct RepeatSearch {
    /// A byte, or the length of a repeat and its distance from the original.
    enum Piece {
        case byte(UInt8)
        case again(length: Int, distance: Int)
    }

    private static let window = 32_768, shortest = 4, longest = 258
    /// A repeat at least this long ends the search for a longer one.
    private static let enough = 32
    /// The number of earlier places that are examined.
    private static let patience = 96
    private static let buckets = 1 << 15

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The last place of each bucket, and for each place the one before in its bucket; -1 for none.
    private var last = [Int32](repeating: -1, count: buckets)
    private var before: [Int32]

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        before = [Int32](repeating: -1, count: bytes.count)
    }

    /// The bytes as pieces, in order.
    static func pieces(of bytes: [UInt8]) -> [Piece] {
        bytes.withUnsafeBufferPointer { buffer in
            var search = RepeatSearch(buffer)
            return search.all()
        }
    }

    private mutating func all() -> [Piece] {
        var pieces: [Piece] = [], place = 0
        var found = next(at: 0)
        while place < bytes.count {
            // A repeat that begins a byte later may be longer.
            let later = found.length < RepeatSearch.enough ? next(at: place + 1) : (length: 0, distance: 0)
            guard found.length >= RepeatSearch.shortest, later.length <= found.length else {
                pieces.append(.byte(bytes[place]))
                (place, found) = (place + 1, later)
                continue
            }
            pieces.append(.again(length: found.length, distance: found.distance))
            let known = found.length < RepeatSearch.enough ? 2 : 1
            for skipped in known..<max(known, found.length) { note(place + skipped) }
            place += found.length
            found = next(at: place)
        }
        return pieces
    }

    /// The longest repeat at a place, which is recorded.
    private mutating func next(at place: Int) -> (length: Int, distance: Int) {
        var best = (length: 0, distance: 0)
        let limit = min(RepeatSearch.longest, bytes.count - place)
        guard limit >= RepeatSearch.shortest else { return best }
        var earlier = Int(last[bucket(place)]), tries = RepeatSearch.patience
        while earlier >= 0, place - earlier <= RepeatSearch.window, tries > 0 {
            var length = 0
            while length < limit, bytes[earlier + length] == bytes[place + length] { length += 1 }
            if length > best.length { best = (length, place - earlier) }
            if length == limit { break }
            (earlier, tries) = (Int(before[earlier]), tries - 1)
        }
        note(place)
        return best
    }

    private mutating func note(_ place: Int) {
        guard place + RepeatSearch.shortest <= bytes.count else { return }
        let bucket = bucket(place)
        (before[place], last[bucket]) = (last[bucket], Int32(place))
    }

    private func bucket(_ place: Int) -> Int {
        var key: UInt32 = 0
        for step in 0..<RepeatSearch.shortest { key = key << 8 | UInt32(bytes[place + step]) }
        return Int((key &* 0x9e37_79b1) >> 17)
    }
}
