/// The bytes of a tree's nodes and leaves, as `walkTree` and `approachTree` read them.
enum TreeLayout {
    static let nodeSize = 256
    /// Floats of the corners and three numbers in 64 bytes, then the quad itself.
    static let leafSize = 192
    static let quadOffset = 64
    static let indexOffset = 48
    static let ownerOffset = 52, slotOffset = 56
}
