internal import StrictJSON
package import VisionSensor

/// The state of a phone at the time it was asked.
package struct PhoneRecord: Sendable {
    package let url: String
    package let health: SensorHealth
    package let status: SensorStatus
    /// The settings that it changed.
    package let updated: [String]

    package init(url: String, health: SensorHealth, status: SensorStatus, updated: [String]) {
        (self.url, self.health, self.status, self.updated) = (url, health, status, updated)
    }

    /// The same for people.
    package var facts: [(name: String, text: String)] {
        func text(_ number: Double?, _ unit: String) -> String { number.map { "\($0) \(unit)" } ?? "unknown" }
        func shown(_ word: String) -> String { visibleText(word, atMost: SenseTally.longestText) }
        var facts = [
            (
                "phone",
                "\(url): \(shown(health.status)), \(shown(health.state)), model \(shown(health.model))"
            ),
            (
                "pictures",
                "\(text(status.processedFPS, "a second")), inference \(text(status.lastInferenceMs, "ms")), "
                    + "95 % below \(text(status.p95InferenceMs, "ms"))"
            ),
            ("thermal", "\(shown(status.thermalState)), up \(text(status.uptimeSeconds, "s"))"),
        ]
        if !updated.isEmpty { facts.append(("set", updated.map(shown).joined(separator: ", "))) }
        return facts
    }
}

/// The markers that a server created.
package struct SenseCreation: Sendable {
    package let server: String
    package let session: String
    /// The ids that the server gave, in the order of the markers.
    package let ids: [String]
    /// The markers of the session by its list, and those that the server's log created; `nil` where nobody looked.
    package var stored: Int?, writes: Int?
    /// The store in which they wait for a network; `nil` if they were created.
    package var store: String?
    /// The faults that reached the client; `nil` without a made-up server.
    package var faults: Int?

    package init(server: String, session: String, ids: [String]) {
        (self.server, self.session, self.ids) = (server, session, ids)
    }
}
