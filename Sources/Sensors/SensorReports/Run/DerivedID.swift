internal import StrictJSON

/// An identifier that follows from a text, so that whoever makes it again makes the same.
package enum DerivedID {
    /// A UUID made of the SHA-256 of a text.
    package static func text(of text: String, version: Character = "8") -> String {
        var digits = Array(SHA256.hex(of: Array(text.utf8)[...]).prefix(32))
        digits[12] = version
        // The variant of a UUID is in the two highest bits of its ninth byte.
        digits[16] = ["8", "9", "a", "b"][(digits[16].hexDigitValue ?? 0) & 3]
        for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
        return String(digits)
    }
}
