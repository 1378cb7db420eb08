import Markers
package import StrictJSON
import ToolTerminal

/// The place of a value in a file of settings.
package struct SettingsPlace {
    package let line: Int
    package let pointer: String

    package init(_ value: JSONValue) {
        let error = value.error(.wrongType)
        (line, pointer) = (error.line, error.pointer)
    }
}

/// The reason why settings are refused.
package enum SettingsError: Error {
    case json(JSONError)
    case otherForm(at: SettingsPlace)
    case unknown(nearest: String?, at: SettingsPlace)
    case negative(at: SettingsPlace)

    /// The form of settings that this version reads.
    package static let formName = "quadcal.config/1"

    package var line: Int {
        switch self {
        case .json(let error): error.line
        case .otherForm(let place), .unknown(_, let place), .negative(let place): place.line
        }
    }

    /// The thing that was found, and what may be there; safe for a terminal.
    package var text: String {
        switch self {
        case .json(let error): error.text
        case .otherForm(let place):
            "\(visible(place.pointer)): settings of another form; this version reads \(SettingsError.formName)"
        case .unknown(let nearest, let place):
            "\(visible(place.pointer)) is no setting; \(nearest.map { "did you mean \($0)? " } ?? "")a file sets the "
                + "profile and limits, and never servers, credentials or --force"
        case .negative(let place): "\(visible(place.pointer)): a negative number, expected 0 or more"
        }
    }
}
