internal import StrictJSON

/// A file that holds something else than markers, told by its format member, or by members that only such values have.
package enum OtherContent: Hashable, Sendable {
    /// A document of quadcal's own, by the name in its member `schema`, as in `quadcal.fit/1`.
    case document(String)
    case job
    /// A page for people, as a server or a proxy answers in place of a list.
    case page
    case space, sessions, anchors, laserGuide

    /// The content of a file whose bytes are no text.
    init?(beginning bytes: [UInt8]) {
        if bytes.starts(with: OtherContent.database) {
            self = .job
            return
        }
        let text = bytes.prefix(OtherContent.mostOpening).drop { $0 <= UInt8(ascii: " ") || $0 >= 0x80 }
        let opening = String(decoding: text, as: UTF8.self).lowercased()
        guard opening.hasPrefix("<!doctype html") || opening.hasPrefix("<html") else { return nil }
        self = .page
    }

    /// The content of a document none of whose values is a marker.
    init?(_ document: MarkerDocument) {
        guard document.quads.isEmpty, !document.entries.isEmpty, document.error == nil,
            document.issues.allSatisfy({ $0.code == .notAMarker })
        else { return nil }
        if let name = (try? JSONValue(document.bytes))?["schema"]?.string, name.hasPrefix("quadcal.") {
            self = .document(name)
            return
        }
        let first = document.value(of: 0)
        func has(_ names: String...) -> Bool { names.allSatisfy { first[$0] != nil } }
        if has("space_id", "session_type") {
            self = .sessions
        } else if has("session_id", "run") {
            self = .anchors
        } else if has("space_id", "grid") {
            self = .laserGuide
        } else if has("id", "key", "name") {
            self = .space
        } else {
            return nil
        }
    }

    /// The bytes within which a page begins, after blanks and a byte order mark.
    private static let mostOpening = 256
    /// The first bytes of every SQLite file.
    private static let database = Array("SQLite format 3\0".utf8)

    package var words: String {
        switch self {
        case .document(let name):
            OtherContent.known.first { name.hasPrefix("quadcal.\($0.name)/") }?.words
                ?? "a document of quadcal (\(visibleText(name, atMost: Listener.longest)))"
        case .job: "a job or another database"
        case .page: "an HTML page, as a server answers in place of a list"
        case .space: "a space"
        case .sessions: "a list of sessions"
        case .anchors: "a list of anchors"
        case .laserGuide: "a laser guide"
        }
    }

    private static let known: [(name: String, words: String)] = [
        ("fit", "a fit"), ("plan", "a plan"), ("run", "the result of a job"),
        ("check", "the result of a check"),
        ("truth", "the truth of a demo"), ("graph", "a graph of frames"), ("config", "a file of settings"),
    ]
}
