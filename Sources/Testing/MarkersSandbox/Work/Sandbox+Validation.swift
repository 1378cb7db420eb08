internal import Foundation
internal import HTTPServer
internal import Markers

/// The validation of all that a client keeps by one request.
extension Sandbox {
    /// Answers for each list whether anything in it is newer than the time that the client gives, and with what.
    ///
    /// A list from which something was removed since is answered without items, since these cannot show what is gone.
    func validateCache(_ call: Call) throws(Problem) -> OutgoingResponse {
        let times: JSONValue? =
            has(.validateFlat) ? try? JSONValue(call.body.text) : call.body["timestamps"]
        var json = JSONWriter()
        json.object { json in
            for (name, value) in times?.members ?? [] {
                guard let texts = (try? texts(of: name)) ?? nil,
                    let time = value.string.flatMap(WireDate.init)
                else { continue }
                // What was removed before this process is known only to be no later than its last effect.
                let removed = (removals[name] ?? lastFormerEffect).flatMap(WireDate.init)
                let newer = texts.filter { Self.updated($0).map { $0 > time } ?? true }
                let isRemoved = removed.map { $0 > time } ?? false
                let isChanged = isRemoved || !newer.isEmpty
                guard isChanged || !has(.validateSparse) else { continue }
                json.key(name)
                json.object { json in
                    json.member("invalidate", isChanged)
                    guard isChanged, !isRemoved || has(.validateWhole), !has(.inlineNever) else { return }
                    json.key("updatedItems")
                    let items = joined(has(.validateWhole) ? texts : newer)
                    if has(.inlineBase64) {
                        json.value(Data(items).base64EncodedString())
                    } else {
                        json.value(verbatim: items)
                    }
                }
            }
        }
        return OutgoingResponse(200, json: json.bytes)
    }

    /// The documents of a list by its name; nil for a name that is none.
    private func texts(of name: String) throws(Problem) -> [[UInt8]]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("spaces", 1): return try store.texts(.space)
        case ("sessions", 2): return try store.texts(.workSession, of: WireID(parts[1]).canonical)
        case ("markers", 2): return try store.texts(.marker, of: WireID(parts[1]).canonical)
        default: return nil
        }
    }

    /// Notes that something is no longer in a list.
    func noteRemoval(_ kind: Kind, from owner: String?) {
        let name: String? =
            switch kind {
            case .space: "spaces"
            case .workSession: owner.map { "sessions/" + $0 }
            case .marker: owner.map { "markers/" + $0 }
            default: nil
            }
        if let name { removals[name] = date() }
    }

    private static func updated(_ text: [UInt8]) -> WireDate? {
        Document(text: text).string("updated_at").flatMap(WireDate.init)
    }
}
