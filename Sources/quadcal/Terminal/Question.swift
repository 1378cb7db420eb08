import Foundation

/// A question to the person at the terminal, on standard error.
enum Question {
    /// Whether the answer is yes; anything else is no, no answer too.
    static func isAnsweredWithYes(_ text: String) -> Bool {
        Streams.tell("quadcal: \(text) [y/N] ")
        let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
        return answer == "y" || answer == "yes"
    }
}
