internal import HTTPServer

/// The requests that a fault may happen to: those of a method, of an operation, or of several operations that do the same.
public struct RequestSelection: Hashable, Sendable {
    /// A method such as `PATCH`, an operation of the OpenAPI document such as `updateMarker`, or one of ``words``.
    public let name: String

    /// Takes a name only if it is known.
    public init?(_ name: String) {
        let isKnown =
            RequestMethod(rawValue: name) != nil || Operation(rawValue: name) != nil
            || RequestSelection.groups.contains { $0.word == name }
        guard isKnown else { return nil }
        self.name = name
    }

    /// The names for requests of several operations: all lists, lists of markers, locks in both styles, and the phone.
    public static let words = groups.map(\.word)

    private static let groups: [(word: String, operations: Set<Operation>)] = [
        (
            "list",
            [
                .listSpaces, .listWorkSessions, .listMarkers, .listSessionMarkers, .listReferenceSets,
                .listAnchors,
            ]
        ),
        ("markers", [.listMarkers, .listSessionMarkers]),
        ("lock", [.acquireLock, .acquireOldLock]),
        ("extend", [.extendLock, .extendOldLock]),
        ("unlock", [.releaseLock, .releaseOldLock]),
        ("phone", [.phoneHealth, .phoneStatus, .detect, .capture, .updatePhoneSettings]),
    ]

    /// Whether it includes a request.
    ///
    /// - Parameter operation: what the request asks for; nil where no operation does that.
    func includes(_ request: IncomingRequest, _ operation: Operation?) -> Bool {
        if name == request.method.rawValue { return true }
        guard let operation else { return false }
        return operation.rawValue == name
            || RequestSelection.groups.contains { $0.word == name && $0.operations.contains(operation) }
    }
}
