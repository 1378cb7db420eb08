public import Foundation

/// An error in words for people: what is wrong, and what to do about it.
///
/// Words may change between versions; programs read codes and numbers. `localizedDescription` is the message.
///
/// ```swift
/// do {
///     try upload(quad)
/// } catch let error as any ExplainedError {
///     alert(title: error.localizedDescription, text: error.recoverySuggestion ?? "")
/// }
/// ```
public protocol ExplainedError: LocalizedError {
    /// The thing that was found, and what was expected, without a full stop.
    var message: String { get }
    /// The next thing to try, without a full stop; nil where none is known.
    var remedy: String? { get }
}

extension ExplainedError {
    public var errorDescription: String? { message }

    public var recoverySuggestion: String? { remedy }

    package var explanation: String { message + (remedy.map { "; " + $0 } ?? "") }
}
