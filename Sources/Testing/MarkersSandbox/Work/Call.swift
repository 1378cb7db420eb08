internal import HTTPServer
internal import Markers

/// A checked request on its way to the work that answers it.
struct Call {
    let number: Int
    let agent: String?
    /// The bearer token; empty without one.
    let bearer: String
    /// The parameters of the path; UUIDs in lower case.
    let parameters: [String]
    let query: [String: String]
    var body: Document
    /// The fields of the answer that opens a WebSocket, where that is asked for.
    var opening: [HeaderField] = []
    /// The reason why the room takes no device more, where one asks to join.
    var refusal: String?

    /// An id in the query, in lower case.
    func identifier(_ name: String) -> String? { query[name].map { WireID($0).canonical } }
}
