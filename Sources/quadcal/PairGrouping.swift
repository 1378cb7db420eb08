/// Which pairs belong to one thing that moves as one.
struct PairGrouping {
    /// The group of each pair; groups count from 0 in the order in which they appear.
    private(set) var groups: [Int] = []
    private(set) var names: [String] = []

    /// By a name for each pair; a pair without one is alone.
    init(names given: [String], _ ids: [String]) {
        var known: [String: Int] = [:]
        for (name, id) in zip(given, ids) {
            let group = (name.isEmpty ? nil : known[name]) ?? names.count
            if group == names.count { names.append(name.isEmpty ? id : name) }
            if !name.isEmpty { known[name] = group }
            groups.append(group)
        }
    }

    /// By ids that name a corner of a marker; `nil` where none does.
    init?(ids: [String]) {
        let names = ids.map { PairGrouping.marker(of: $0) ?? "" }
        guard names.contains(where: { !$0.isEmpty }) else { return nil }
        self.init(names: names, ids)
    }

    /// The NAME of `NAME.p1` to `NAME.p4`, `NAME/p1` and `NAME#1`.
    private static func marker(of id: String) -> String? {
        let bytes = id.utf8
        guard let corner = bytes.last, (UInt8(ascii: "1")...UInt8(ascii: "4")).contains(corner) else {
            return nil
        }
        let ending = bytes.suffix(3)
        let length =
            bytes.dropLast().last == UInt8(ascii: "#")
            ? 2 : ending.starts(with: ".p".utf8) || ending.starts(with: "/p".utf8) ? 3 : bytes.count
        guard length < bytes.count else { return nil }
        return String(decoding: bytes.dropLast(length), as: UTF8.self)
    }
}
