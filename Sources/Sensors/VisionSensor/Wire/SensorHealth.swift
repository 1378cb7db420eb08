public import StrictJSON

/// The answer of a phone to whether it serves.
public struct SensorHealth: Hashable, Sendable {
    /// Unchanged: no other words than "ok" and "idle" are documented. A phone without a model says null, or nothing.
    public let status, model, state: String

    /// A phone that does not say how it is.
    package init(status: String) { (self.status, model, state) = (status, "unknown", "unknown") }

    /// Reads the answer to `GET /health`.
    public init(_ bytes: [UInt8]) throws(SensorError) {
        let members = try SensorAnswer.members(bytes)
        do throws(JSONError) {
            status = try members.needed("status") { $0.string }
            model = try members.optional("model") { $0.string } ?? "unknown"
            state = try members.needed("state") { $0.string }
        } catch { throw .unreadable(error) }
    }
}

/// The state of a phone. Numbers are rolling averages, `nil` where there are none yet.
public struct SensorStatus: Hashable, Sendable {
    public let uptimeSeconds, processedFPS, lastInferenceMs, p95InferenceMs: Double?
    /// Unchanged; Apple's words are nominal, fair, serious and critical.
    public let thermalState: String

    /// Reads the answer to `GET /status`.
    public init(_ bytes: [UInt8]) throws(SensorError) {
        let members = try SensorAnswer.members(bytes)
        do throws(JSONError) {
            uptimeSeconds = try members.optional("uptimeSeconds") { $0.double }
            processedFPS = try members.optional("processedFPS") { $0.double }
            lastInferenceMs = try members.optional("lastInferenceMs") { $0.double }
            p95InferenceMs = try members.optional("p95InferenceMs") { $0.double }
            thermalState = try members.needed("thermalState") { $0.string }
        } catch { throw .unreadable(error) }
    }

    /// Whether the phone is so hot that it slows down.
    public var isHot: Bool { thermalState == "serious" || thermalState == "critical" }
}

/// A short answer of a phone.
enum SensorAnswer {
    static func members(_ bytes: [UInt8]) throws(SensorError) -> WireMembers {
        do throws(JSONError) {
            return try WireMembers(JSONValue(bytes, options: JSONOptions(size: SensorLimits.largestAnswer)))
        } catch { throw .unreadable(error) }
    }
}

/// The members of an object of the wire, with errors that point to them; null is the same as none.
struct WireMembers {
    let value: JSONValue

    init(_ value: JSONValue) throws(JSONError) {
        guard value.kind == .object else { throw value.error(.wrongType) }
        self.value = value
    }

    subscript(name: StaticString) -> JSONValue? {
        value[name.description].flatMap { $0.isNull ? nil : $0 }
    }

    /// A member as `read` converts it; `nil` if there is none.
    func optional<Value>(
        _ name: StaticString, _ read: (JSONValue) -> Value?
    ) throws(JSONError) -> Value? {
        guard let member = self[name] else { return nil }
        guard let result = read(member) else {
            let isLarge = member.kind == .number && Value.self == Double.self
            throw member.error(isLarge ? .numberTooLarge : .wrongType)
        }
        return result
    }

    /// A member that must be there, as `read` converts it.
    func needed<Value>(_ name: StaticString, _ read: (JSONValue) -> Value?) throws(JSONError) -> Value {
        if let result = try optional(name, read) { return result }
        throw missing(name)
    }

    func missing(_ name: StaticString) -> JSONError {
        value.error(JSONFault(code: .missingMember, place: value.range.lowerBound, member: name))
    }
}

/// The reason that an answer of a phone is refused as a whole.
public enum SensorError: Error, Hashable, Sendable {
    /// Not JSON, or not of the documented members; with the pointer to where.
    case unreadable(JSONError)
    /// The phone says that it did not succeed.
    case notSuccessful
    /// The reply to a request of another id.
    case wrongRequest(sent: String, answered: String)
    /// Settings that were sent and are not among those that the phone says it changed.
    case fieldsNotUpdated([String])
    /// More objects than ``SensorLimits/mostObjects``.
    case tooManyObjects(limit: Int)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .unreadable: "UNREADABLE"
        case .notSuccessful: "NOT_SUCCESSFUL"
        case .wrongRequest: "WRONG_REQUEST"
        case .fieldsNotUpdated: "FIELD_NOT_UPDATED"
        case .tooManyObjects: "TOO_MANY_OBJECTS"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .unreadable(let error):
            "line \(error.line), column \(error.column)"
                + (error.pointer.isEmpty
                    ? "" : " at \(visibleText(error.pointer, atMost: SensorError.shown))")
                + ": \(error.code.rawValue), expected \(error.expected)"
        case .notSuccessful: "the phone says that it did not succeed"
        case .wrongRequest(let sent, let answered):
            "the reply is to request \(visibleText(answered, atMost: SensorError.shown)), not to \(sent)"
        case .fieldsNotUpdated(let names): "the phone did not change \(names.joined(separator: ", "))"
        case .tooManyObjects(let limit): "a reply of more than \(limit) objects"
        }
    }

    /// Characters of text from the wire that a message repeats.
    private static let shown = 200
}

/// The sizes up to which a phone's answers are read.
public enum SensorLimits {
    /// Of an answer in JSON, in bytes.
    package static let largestAnswer = 1 << 20
    /// Of a picture, in bytes.
    package static let largestPicture = 32 << 20
    /// Objects of one reply.
    public static let mostObjects = 1000
    /// Of the name of a class, in bytes of UTF-8; the rest of a longer one is left out.
    public static let longestClass = 65_536
}
