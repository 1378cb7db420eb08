package enum EditWrite: Hashable, Sendable {
    /// Takes effect if the marker still has the version that the body has.
    case update(version: Int64, body: [UInt8])
    case removal

    var version: Int64? {
        if case .update(let version, _) = self { version } else { nil }
    }
}
