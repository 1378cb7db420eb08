internal import Foundation
public import StrictJSON

extension JSONError: ExplainedError {
    /// The file where it is known, the place, what was found, and what was expected.
    public var message: String {
        let place = file.map { "\(Listener.program.shown($0)):\(line): " } ?? "line \(line), "
        return place + message(to: .program)
    }

    public var remedy: String? {
        switch code {
        case .unexpectedEnd: "the text was cut short: write or fetch it again"
        case .duplicateKey: "remove one of the two"
        case .tooDeep, .tooLarge, .tooManyValues: "check what wrote it, or raise the limit in JSONOptions"
        case .notFinite: "leave the number out, or write null"
        case .missingMember: "add it, or check which document this is"
        case .wrongType: "write \(expected) there, or check which document this is"
        case .noList, .missingList: "check which document this is"
        case .readFailed: "check that it exists and may be read"
        case .writeFailed: "check that there is room, and that it may be written"
        case .notAnIdentifier, .badCorner, .badVector, .unknownWord, .numberTooLarge: "correct it"
        default: "correct it there, or check what wrote it"
        }
    }

    /// The column, the pointer, what was found, and what was expected.
    package func message(to listener: Listener) -> String {
        let place = pointer.isEmpty ? "" : " at \(listener.shown(pointer))"
        return "column \(column)\(place): \(code.rawValue), \(sentence(to: listener))"
    }

    /// The thing that was found, and what was expected.
    package func sentence(to listener: Listener) -> String {
        "\(foundText(listener)), expected \(expected)"
    }

    private func foundText(_ listener: Listener) -> String {
        switch found {
        case _ where code == .duplicateKey: "found the name again"
        case .end: "found nothing"
        case .foreign(let form): "found \(form.text)"
        case .byte(let byte):
            (0x20..<0x7f).contains(byte)
                ? "found \(listener.quoted(String(UnicodeScalar(byte))))" : "found the byte \(byte)"
        case .value(let kind): "found \(kind.words)"
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
