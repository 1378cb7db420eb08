import Foundation

/// A question to the person at the terminal, on standard error.
package enum Question {
    /// True if the answer is yes; any other answer, or none, is no.
    package static func isAnsweredWithYes(_ text: String) -> Bool {
        Streams.tell("quadcal: \(text) [y/N] ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
        return answer == "y" || answer == "yes"
    }
}
