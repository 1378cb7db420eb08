internal import Foundation
public import StrictJSON

extension JSONError: ExplainedError {
    /// The place, what was found, and what was expected.
    public var message: String { message(to: .program) }

    /// None: the message says what was expected.
    public var remedy: String? { nil }

    /// The place, what was found, and what was expected.
    package func message(to listener: Listener) -> String {
        let place = pointer.isEmpty ? "" : " at \(listener.shown(pointer))"
        return "column \(column)\(place): \(code.rawValue), \(sentence(to: listener))"
    }

    /// The thing that was found, and what was expected.
    package func sentence(to listener: Listener) -> String {
        "\(foundText(listener)), expected \(code.expected)"
    }

    private func foundText(_ listener: Listener) -> String {
        switch found {
        case _ where code == .duplicateKey: "found the name again"
        case .end: "found nothing"
        case .foreign(let form): "found \(form.text)"
        case .byte(let byte):
            (0x20..<0x7f).contains(byte)
                ? "found \(listener.quoted(String(UnicodeScalar(byte))))" : "found the byte \(byte)"
        case .value(let kind): "found a value of type \(kind.rawValue)"
        case .limit(let limit): "found more than \(limit)"
        case .members(let names):
            names.isEmpty
                ? "found an object without members" : "found an object with \(listed(names, listener.quoted))"
        case .status(let status): systemMessage(status)
        }
    }
}

extension ForeignBytes {
    /// The form, and the next step.
    fileprivate var text: String {
        isCompressed ? "\(rawValue) data (unpack it first)" : "\(rawValue) text (save it as UTF-8)"
    }
}
