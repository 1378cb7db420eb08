/// The server that keeps markers, by one import: its requests by `MarkersEndpoint`, and the jobs that recalibrate a space, by
/// `MarkersJobs`.
///
/// ```swift
/// import MarkersClient
///
/// let api = try MarkersAPI("https://api.example.com/api/v1", token: .environment("TOKEN"))
/// let job = try await api.recalibrate("hall", moving: [oldSession], onto: [newSession], job: "hall.job")
/// ```
@_exported public import MarkersEndpoint
@_exported public import MarkersJobs
