/// A part of a text for people.
package enum GraphBlock: Sendable, Hashable {
    case line(String)
    /// Rows under a heading; `words` are the columns besides the first that are no numbers.
    case table([String], words: Set<Int>, [[String]])
}
