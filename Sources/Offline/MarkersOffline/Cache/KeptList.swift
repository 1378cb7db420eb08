internal import Foundation
internal import Markers
internal import MarkersEndpoint

/// A list as the store keeps it.
struct KeptList: Sendable {
    var category: CacheCategory
    /// The server's name for its state.
    var validator: Validator?
    /// The time of its last change by the server's clock, as the server wrote it.
    var time: String?
    /// Whether a later change would have a later time: the server's clock had moved on when it answered.
    var isSettled: Bool
    /// The time by the clock of this device, which is only ever shown.
    var keptAt: Date
    /// The elements as an array, each byte for byte as it was received.
    var body: [UInt8]

    var ids: Set<WireID> { Self.ids((try? JSONValue(body, options: Self.reading))?.elements ?? []) }

    static func ids(_ elements: [JSONValue]) -> Set<WireID> {
        Set(elements.compactMap { $0["id"]?.string.map { WireID($0) } })
    }

    /// As many values as a list of the server may have.
    private static let reading = JSONOptions(values: 1 << 24)

    /// Whether a change after an answer has a later time than all in it. The clock of an answer has whole seconds: a change in the
    /// second of the last one may have the same time.
    static func isSettled(_ latest: WireDate?, _ answered: Date?) -> Bool {
        guard let answered else { return false }
        return latest.map { answered.timeIntervalSince($0.date) >= 1 } ?? true
    }

    static func body(_ elements: [[UInt8]]) -> [UInt8] {
        var body: [UInt8] = [UInt8(ascii: "[")]
        body.reserveCapacity(elements.reduce(2) { $0 + $1.count + 1 })
        for (place, element) in elements.enumerated() {
            if place > 0 { body.append(UInt8(ascii: ",")) }
            body += element
        }
        body.append(UInt8(ascii: "]"))
        return body
    }
}

extension Validator {
    /// The text of a validator in the store: `t` or `d`, then the tag or the date.
    var stored: String {
        switch self {
        case .tag(let tag): "t" + tag
        case .date(let date): "d" + date
        }
    }

    init?(stored text: String) {
        switch text.first {
        case "t": self = .tag(String(text.dropFirst()))
        case "d": self = .date(String(text.dropFirst()))
        default: return nil
        }
    }
}

/// The time of a list that is kept, without its bytes.
struct KeptOutline: Sendable {
    /// The server's time of its latest change.
    let time: String?
    /// Whether no other change can have that time.
    let isSettled: Bool
}
