/// The limits of names and numbers of a graph, which its messages repeat.
enum GraphLimit {
    /// In metres.
    static let largestTranslation = 1e6
    /// In characters.
    static let longestName = 256
}
