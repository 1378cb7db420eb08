/// Unique names that USD accepts: letters, digits and underscores, whatever a marker is called.
struct SceneNames {
    private var taken: Set<String> = []
    private static let longest = 60

    mutating func name(for text: String) -> String {
        var name = "m_"
        for scalar in text.unicodeScalars.prefix(SceneNames.longest) {
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            name.unicodeScalars.append(isPlain ? scalar : "_")
        }
        guard !taken.insert(name).inserted else { return name }
        var number = 2
        while !taken.insert("\(name)_\(number)").inserted { number += 1 }
        return "\(name)_\(number)"
    }

    /// Text between quotation marks, without anything that ends it or is invisible.
    static func quoted(_ text: String) -> String {
        let shown = ReportText.name(text).map { character in
            character == "\"" || character == "\\" ? "\\\(character)" : String(character)
        }
        return "\"\(shown.joined())\""
    }
}
