import Markers
import ToolTerminal

extension FitRefusal {
    /// The error, the expected values, and the next thing to try; safe for a terminal.
    package var text: String {
        let file = fileLabel(file)
        guard let row else { return "\(file): \(reason)" }
        return "\(file):\(lines[row]): \(quoted(ids[row])): \(reason)"
    }

    private var reason: String {
        let (message, remedy) = error.explained(to: .terminal, rows: rows, count: ids.count)
        return message + error.separator + remedy
    }

    /// The first rows by their ids and lines.
    private var rows: String {
        let shown = (0..<min(3, ids.count)).map { "\(quoted(ids[$0])) (line \(lines[$0]))" }
        return shown.joined(separator: ", ") + (ids.count > 3 ? " and \(ids.count - 3) more" : "")
    }
}
