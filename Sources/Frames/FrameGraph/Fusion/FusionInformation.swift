/// The information of sessions on the frames of each other that all know as much of something unknown, such as the place of a corner.
///
/// The unknown takes its share of what each knows, which they then have in common.
struct FusionInformation {
    /// Sorted.
    let sessions: [Int]
    /// The information of a session on its frame if the unknown were known.
    var each: Matrix6

    /// The information that each two of them have in common: the block between them is its opposite.
    var common: Matrix6 { each * (1 / Double(sessions.count)) }
}
