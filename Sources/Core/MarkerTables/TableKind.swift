/// The content of a row of a file.
package enum RowKind: String, Sendable {
    case quad, pair, point, ray
    case posePair = "pair of pose"
}

/// The columns that a table may have: an id and other words, and numbers.
package struct TableKind: Sendable {
    package let rows: RowKind
    /// Numbers that every row has.
    package let required: [String]
    /// Sets of numbers that a file has all of or none.
    package let optional: [[String]]
    /// Numbers that state the same thing in two ways.
    package let contradictions: [(String, String)]
    /// The columns of text, by all their names.
    package let words: [String: Word]

    /// The meaning of a column of text.
    package enum Word: Hashable, Sendable { case id, group }

    /// Source and target points, a weight, and the noise of either.
    package static let pairs = TableKind(
        rows: .pair, required: ["sx", "sy", "sz", "tx", "ty", "tz"],
        optional: [["w"], ["s"], sourceNoise, targetNoise], contradictions: [("s", "sxx"), ("s", "txx")],
        words: ["id": .id, "marker": .group, "group": .group])

    package static let points = TableKind(
        rows: .point, required: ["x", "y", "z"], optional: [], contradictions: [],
        words: ["id": .id])

    /// Origins and directions.
    package static let rays = TableKind(
        rows: .ray, required: ["ox", "oy", "oz", "dx", "dy", "dz"], optional: [], contradictions: [],
        words: ["id": .id])

    /// Poses of a hand in its base and of a target in the camera: positions, then quaternions with the real part last.
    package static let handEye = TableKind(
        rows: .posePair,
        required: [
            "hx", "hy", "hz", "hqx", "hqy", "hqz", "hqw", "cx", "cy", "cz", "cqx", "cqy", "cqz", "cqw",
        ], optional: [], contradictions: [], words: ["id": .id])

    /// The six numbers of the covariance of a side.
    package static let sourceNoise = ["sxx", "sxy", "sxz", "syy", "syz", "szz"]
    package static let targetNoise = ["txx", "txy", "txz", "tyy", "tyz", "tzz"]

    /// Every name a header may have.
    package var names: [String] { words.keys.sorted() + required + optional.flatMap { $0 } }
}
