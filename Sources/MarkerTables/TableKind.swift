/// What the columns of a table may be: an id and other words, and numbers.
struct TableKind {
    let rows: RowKind
    /// Numbers that every row has.
    let required: [String]
    /// Sets of numbers that a file has all of or none.
    let optional: [[String]]
    /// Numbers that say the same thing in two ways.
    let contradictions: [(String, String)]
    /// Words that are no numbers, by all their names.
    let words: [String: Word]

    /// What a word says of its row.
    enum Word: Hashable { case id, group }

    /// Source and target points, a weight, and the noise of either.
    static let pairs = TableKind(
        rows: .pair, required: ["sx", "sy", "sz", "tx", "ty", "tz"],
        optional: [["w"], ["s"], sourceNoise, targetNoise], contradictions: [("s", "sxx"), ("s", "txx")],
        words: ["id": .id, "marker": .group, "group": .group])

    static let points = TableKind(
        rows: .point, required: ["x", "y", "z"], optional: [], contradictions: [],
        words: ["id": .id])

    /// Origins and directions.
    static let rays = TableKind(
        rows: .ray, required: ["ox", "oy", "oz", "dx", "dy", "dz"], optional: [], contradictions: [],
        words: ["id": .id])

    /// The six numbers of the covariance of a side.
    static let sourceNoise = ["sxx", "sxy", "sxz", "syy", "syz", "szz"]
    static let targetNoise = ["txx", "txy", "txz", "tyy", "tyz", "tzz"]

    /// Every name a header may have.
    var names: [String] { words.keys.sorted() + required + optional.flatMap { $0 } }
}
