extension String {
    /// Whether it means to be a color, as it begins with #, and is none: six digits of 0 to F follow, or eight with the opacity.
    ///
    /// Servers keep colors as they are, words among them, so nothing else is judged.
    package var isBrokenColor: Bool {
        guard first == "#" else { return false }
        let digits = utf8.dropFirst()
        return ![6, 8].contains(digits.count)
            || !digits.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
            }
    }
}
