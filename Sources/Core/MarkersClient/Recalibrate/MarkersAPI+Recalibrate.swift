public import Foundation
public import Markers

extension MarkersAPI {
    /// The path of the API where a URL has none.
    public static let usualPath = "/api/v1"

    /// The routes of a server by its URL, with the path of the API added where it has none.
    ///
    /// ```swift
    /// let api = try MarkersAPI("https://markers.example", token: .environment("TOKEN"))
    /// let status = try await api.recalibrate("hall", moving: [old], onto: [new], job: "hall.job")
    /// ```
    ///
    /// On Apple's platforms an app may want the transport of `MarkersURLSession` instead of libcurl.
    ///
    /// - Parameters:
    ///   - url: Such as `https://markers.example` or `http://127.0.0.1:8080/api/v1`.
    ///   - token: A bearer token; never over plain http but to this machine.
    /// - Throws: ``OriginError``, ``TransportError`` or ``CredentialsError``.
    public init(_ url: String, token: Secret? = nil) throws {
        let base = try MarkersAPI.transport(url)
        guard let token else {
            self.init(base)
            return
        }
        let credentials = try Credentials(bearer: BearerTokens(BearerToken(token)), for: base.origin)
        self.init(try AuthorizedTransport(base, credentials))
    }

    /// The same with a key for `X-Api-Key`.
    public init(_ url: String, key: Secret) throws {
        let base = try MarkersAPI.transport(url)
        self.init(
            try AuthorizedTransport(base, Credentials(field: MarkersAPI.keyField, key, for: base.origin)))
    }

    /// The name of the field that has a key.
    package static let keyField = "X-Api-Key"

    private static func transport(_ url: String) throws -> CurlTransport {
        let origin = try Origin(url)
        return try CurlTransport(origin.basePath.isEmpty ? Origin("\(origin)\(usualPath)") : origin)
    }

    /// Recalibrates a space in one call: pairs markers of the same labels, rejects wrong pairs, moves the markers of the old sessions, each
    /// once, and reads everything back.
    ///
    /// Refused, with nothing sent, where the fit must not be used, where some markers cannot be moved, and where something says that
    /// they were moved before. The job's file has what was there before: ``Recalibration/resume(job:onEvent:)`` and
    /// ``Recalibration/undo(job:onEvent:)`` go on from there, and ``Recalibration`` has all other choices.
    ///
    /// - Parameters:
    ///   - space: The key or the id of the space.
    ///   - old: The sessions that move.
    ///   - new: The sessions or reference sets in the new frame.
    ///   - key: The key by which markers are pairs.
    ///   - corners: The corners of the new markers that count.
    ///   - mode: What is rewritten.
    ///   - path: The file of the job, which must not exist.
    ///   - user: The name under which others see who works on the sessions.
    ///   - onEvent: Called for what happens on the way.
    public func recalibrate(
        _ space: String, moving old: Set<UUID>, onto new: Set<UUID>, by key: JoinKey = .label,
        corners: MarkerCoordinates = .raw, mode: PushMode = .raw, job path: String,
        as user: String = "quadcal",
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) async throws(RecalibrationError) -> JobStatus {
        guard let origin else { throw .noOrigin }
        let request = SpaceRequest(
            space, mode: mode, motion: .markers(by: key, onto: new, corners: corners),
            fit: FitSettings(isRobust: true), frames: FrameMembership(chosen: old))
        return try await Recalibration(self, on: origin, as: user).run(request, job: path, onEvent: onEvent)
    }
}
