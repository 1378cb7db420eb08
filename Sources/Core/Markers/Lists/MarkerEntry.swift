public import Foundation

/// A value of a document's list: a marker of a session or of a reference set, or a value in the place of one.
public struct MarkerEntry: Hashable, Sendable {
    /// Its text in the document.
    public let range: Range<Int>
    /// The line it begins in, from 1.
    public let line: Int
    /// The index in its list, from 0.
    public let index: Int
    /// The index of its reference set, if the document is a list of those.
    public let set: Int?
    public let id: UUID?
    /// A number that markers of one session or set share.
    public let collection: Int
    /// Whether its text is not valid JSON.
    var isBroken = false
}
