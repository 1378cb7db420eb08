/// The limits of a g2o file, which its messages repeat.
enum G2OLimit {
    /// The largest whole number of 32 bits, in which other programs keep ids.
    static let largestID = 2_147_483_647
    /// In bytes; 31 words of 25 characters are fewer.
    static let longestLine = 4096
}
