internal import HTTPServer
internal import Markers

/// The work that all kinds of documents share: they are made, changed and removed with a line in the log.
extension Sandbox {
    /// The date of the next effect; with a seed and no clock but the system's, one second after the one before it.
    func date() -> String {
        guard options.seed != nil, options.clock.isOfSystem else { return UTCDate(options.clock.date()).text }
        return UTCDate((Sandbox.firstDate + store.effectCount) * 1_000_000_000).text
    }

    /// The first date of a seeded server: 1 January 2026.
    static let firstDate: Int64 = 1_767_225_600

    func make(
        _ kind: Kind, _ body: Document, owner: String?, _ call: Call,
        finish: (inout Document) throws(Problem) -> Void = { _ in }
    ) throws(Problem) -> Document {
        var document = kind.entity.document(body)
        let (id, now) = (numbers.identifier(UInt64(store.documentCount), of: 1), date())
        document.set("id", id)
        document.set("created_at", now)
        document.set("updated_at", now)
        try finish(&document)
        try store.insert(kind, document, id: id, owner: owner)
        try log(.create, kind, document, call, body: body)
        return document
    }

    /// Changes a document by the body of a call, and then by `finish`.
    func change(
        _ kind: Kind, _ call: Call, _ body: Document? = nil, owner: String? = nil,
        finish: (inout Document) throws(Problem) -> Void = { _ in }
    ) throws(Problem) -> Document {
        let body = body ?? call.body
        var document = try store.document(kind, call.parameters[0])
        let former = kind.parent.flatMap { document.string($0) }
        let isVersioned = document["version"] != nil
        if isVersioned, let version = body["version"]?.whole {
            let current = document.integer("version")
            guard version == current else {
                throw Problem(409, "the version is \(current), not \(version)", at: "/version")
            }
        }
        for member in kind.entity.members where member.access.contains(.update) {
            guard let given = body.members.first(where: { $0.name == member.name }) else { continue }
            if given.json == Document.null {
                guard has(.clearNull), case .nullable = member.shape else { continue }
            }
            document.set(member.name, member.canonical(given.json))
        }
        if isVersioned { document.set("version", document.integer("version") + 1) }
        document.set("updated_at", date())
        try finish(&document)
        try keep(kind, document, owner: owner)
        if let parent = kind.parent, document.string(parent) != former { noteRemoval(kind, from: former) }
        try log(.update, kind, document, call, body: call.body)
        return document
    }

    func keep(_ kind: Kind, _ document: Document, owner: String? = nil) throws(Problem) {
        let owner = owner ?? kind.parent.flatMap { document.string($0) }
        try store.replace(kind, document, id: document.string("id") ?? "", owner: owner)
    }

    func remove(_ kind: Kind, _ id: String, _ call: Call) throws(Problem) {
        let document = try store.document(kind, id)
        let parts: [Kind] =
            switch kind {
            case .space: [.workSession, .referenceSet, .laserGuide]
            case .workSession: [.marker, .anchor]
            default: []
            }
        for part in parts {
            for owned in try store.documents(part, of: id) {
                try remove(part, owned.string("id") ?? "", call)
            }
        }
        try store.remove(kind, id)
        try log(.delete, kind, document, call, body: nil)
        noteRemoval(kind, from: kind.parent.flatMap { document.string($0) })
    }

    func log(
        _ action: Effect.Action, _ kind: Kind, _ document: Document, _ call: Call, body: Document?
    ) throws(Problem) {
        try store.log(
            Effect(
                number: 0, at: date(), request: call.number, agent: call.agent, action: action,
                kind: kind.rawValue, id: document.string("id") ?? "", version: document["version"]?.integer,
                body: body.map { String(decoding: $0.text, as: UTF8.self) }))
    }
}
