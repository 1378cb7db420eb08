/// Numbers that grow with every change of a document or of a list, so that a validator needs no look at any text.
///
/// A change that is undone leaves its number behind, which only makes a client read once more than it must.
struct ChangeNumbers {
    /// By id of a document, by kind, and by kind and owner.
    private var latest: [String: Int] = [:]
    /// The owner that a document had when it was last changed.
    private var owners: [String: String] = [:]
    private var count = 0
    /// The number below which nothing is known to be unchanged.
    private var floor = 0

    /// Notes that a document was made, or changed or removed.
    mutating func note(_ kind: Kind, _ id: String, owner: String?, isNew: Bool = false) {
        count += 1
        if let former = owners[id] {
            latest[Self.list(kind, of: former)] = count
        } else if !isNew, kind.parent != nil {
            // It was made before this process, and may have moved from a list that nobody here knows.
            floor = count
        }
        latest[id] = count
        latest[Self.list(kind)] = count
        if let owner {
            owners[id] = owner
            latest[Self.list(kind, of: owner)] = count
        }
    }

    /// The number of the last change of a document or a list.
    subscript(thing: String) -> Int { max(latest[thing] ?? 0, floor) }

    /// The name of a list of all documents of a kind, or of those that belong to one thing.
    static func list(_ kind: Kind, of owner: String? = nil) -> String {
        owner.map { kind.rawValue + "/" + $0 } ?? kind.rawValue
    }
}
