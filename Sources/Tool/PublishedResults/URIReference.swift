import ToolTerminal

/// The name of a file as a reference of RFC 3986.
enum URIReference {
    /// Relative, or with the scheme of files where the name is absolute.
    static func text(to file: String) -> String {
        var text = file.hasPrefix("/") ? "file://" : ""
        for byte in (file == Input.standard ? "stdin" : file).utf8 {
            let scalar = UnicodeScalar(byte)
            if plain.contains(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// The unreserved characters and the one that separates folders.
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".unicodeScalars)
}
