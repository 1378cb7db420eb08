internal import Foundation
public import Markers

extension OriginError: ExplainedError {
    /// The code, and what was expected.
    public var message: String { "\(code), expected \(expected)" }

    /// None: the message says what was expected.
    public var remedy: String? { nil }
}

extension SecretError: ExplainedError {
    /// The code, and what was expected; never what was found.
    public var message: String { "\(code), expected \(expected)" }

    /// None: the message says what was expected.
    public var remedy: String? { nil }
}

extension CredentialsError: ExplainedError {
    /// The code, and what was expected.
    public var message: String { "\(code), expected \(expected)" }

    /// None: the message says what was expected.
    public var remedy: String? { nil }
}
