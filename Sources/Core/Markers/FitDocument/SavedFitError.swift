public import QuadGeometry

/// The reason why a document cannot be relied on as a fit, and its place.
public struct SavedFitError: Error, Hashable, Sendable {
    public let reason: Reason
    /// The member it is about, as a JSON pointer (RFC 6901).
    public let pointer: String
    /// Counted from 1.
    public let line: Int
    /// In bytes, counted from 1.
    public let column: Int

    /// The kinds of defects of a member.
    public enum Reason: Hashable, Sendable {
        /// No JSON, or a member is missing or of another type.
        case json(JSONError)
        /// A document of another kind; what it says it is.
        case noFit(String)
        /// A fit that a later version wrote; what it says it is.
        case newerSchema(String)
        case unknownWord(String)
        /// Numbers that no such fit has.
        case outOfRange
        case noRotation(RotationError)
        /// It is not what follows from another member of this pointer.
        case contradicts(String)
        /// A fit with a shift for each marker, where one motion was expected.
        case straightened
    }

    /// The error in a word that never changes meaning.
    public var code: String {
        switch reason {
        case .json(let error): error.code.rawValue
        case .noFit: "NO_FIT"
        case .newerSchema: "NEWER_SCHEMA"
        case .unknownWord: "UNKNOWN_WORD"
        case .outOfRange: "OUT_OF_RANGE"
        case .noRotation: "NO_ROTATION"
        case .contradicts: "CONTRADICTS"
        case .straightened: "STRAIGHTENED"
        }
    }

    /// - Parameter document: what was read.
    init(_ error: JSONError, in document: JSONValue? = nil) {
        let word = error.code == .unknownWord ? document?.deepest(on: error.pointer).string : nil
        (reason, pointer) = (word.map(Reason.unknownWord) ?? .json(error), error.pointer)
        (line, column) = (error.line, error.column)
    }

    init(_ fault: SavedFitFault, in document: JSONValue) {
        var place = document.deepest(on: fault.pointer).error(fault.code ?? .wrongType)
        place.pointer = fault.pointer
        if fault.code == .missingMember { place.found = .end }
        (reason, pointer) = (fault.reason ?? .json(place), fault.pointer)
        (line, column) = (place.line, place.column)
    }
}

/// An error in a document whose line has not been looked up.
struct SavedFitFault: Error {
    /// The reason, or the code of a member that is missing or of another type.
    let reason: SavedFitError.Reason?
    let code: JSONError.Code?
    let pointer: String

    init(_ reason: SavedFitError.Reason, at pointer: String) {
        (self.reason, code, self.pointer) = (reason, nil, pointer)
    }

    init(_ code: JSONError.Code, at pointer: String) {
        (reason, self.code, self.pointer) = (nil, code, pointer)
    }
}
