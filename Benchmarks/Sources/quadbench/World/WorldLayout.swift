/// The way in which the things of a session hang, which decides whether a scan of some of them can be told from another.
enum WorldLayout: String, CaseIterable {
    /// Anywhere on the walls of a room, each with a name.
    case walls
    /// In two rooms that are alike, with the same names in both.
    case likeRooms = "in two like rooms"
    /// In a row, at one distance, of one size and of one name.
    case row = "in a row"
}

/// A scan that leads nowhere, whatever is paired.
enum WorldBadScan: String, CaseIterable {
    /// One axis is reversed, as by an export to a system of the other hand.
    case mirrored
    /// In another unit, or of a map that shrank.
    case shrunk
    /// Of another floor, whose things have the same names.
    case elsewhere = "of another floor"
}
