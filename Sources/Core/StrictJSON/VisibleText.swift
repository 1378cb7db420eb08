/// Text from a file or the command line made safe to show: what would move the cursor, turn the reading
/// direction or stay invisible is shown as its number, and text longer than `longest` characters is cut.
package func visibleText(_ text: String, atMost longest: Int) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
        guard count < longest else { return shown + "…" }
        switch scalar {
        case "\n": shown += "\\n"
        case "\r": shown += "\\r"
        case "\t": shown += "\\t"
        case " "..."~": shown.unicodeScalars.append(scalar)
        default:
            if isPlain(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }
    return shown
}

private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        return false
    default: return true
    }
}
