import Markers

/// Text from a file or the command line made safe for a terminal.
func visible(_ text: String) -> String { visible(text, atMost: 120) }

/// The same, cut to at most `longest` characters.
func visible(_ text: String, atMost longest: Int) -> String { visibleText(text, atMost: longest) }

/// Visible text between quotes; quotes and backslashes in it are escaped.
func quoted(_ text: String) -> String {
    "\"\(visible(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")))\""
}
