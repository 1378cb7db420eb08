internal import HTTPServer
internal import StrictJSON
internal import WebSocket

/// The reason that a request to a relay is not served.
enum RelayRefusal: Error, Hashable {
    case request(RequestRefusal)
    case opening(OpeningRefusal)
    case noPath
    case badMethod
    /// The request ends its connection, or brings bytes behind it, so that no WebSocket can follow.
    case connectionEnds
    /// No password, or a wrong one.
    case unauthorized
    case tooManyFailures(seconds: Int)
    case tooManyOfAddress(limit: Int)
    case full(limit: Int)

    var status: Int {
        switch self {
        case .request(let refusal): refusal.status
        case .opening(let refusal): refusal.status
        case .noPath: 404
        case .badMethod: 405
        case .connectionEnds: 400
        case .unauthorized: 401
        case .tooManyFailures: 429
        case .tooManyOfAddress, .full: 503
        }
    }

    var code: String { told.code }

    private var message: String { told.message }

    private var told: (code: String, message: String) {
        switch self {
        case .request(let refusal): (refusal.rawValue, refusal.text)
        case .opening(let refusal): (refusal.code, refusal.message)
        case .noPath: ("NO_PATH", "devices join at /ws, and the state is at /health")
        case .badMethod: ("BAD_METHOD", "only GET is served")
        case .connectionEnds:
            ("CONNECTION_ENDS", "a WebSocket needs a connection that goes on and brings nothing else yet")
        case .unauthorized: ("UNAUTHORIZED", "send the relay's secret as the password of HTTP Basic")
        case .tooManyFailures(let seconds):
            ("TOO_MANY_FAILURES", "too many wrong passwords came from this address; wait \(seconds) s")
        case .tooManyOfAddress(let limit):
            ("TOO_MANY_OF_ADDRESS", "this address has \(limit) connections; close one first")
        case .full(let limit): ("FULL", "the relay has \(limit) devices and takes no more")
        }
    }

    private var fields: [HeaderField] {
        switch self {
        case .opening(let refusal): refusal.headerFields
        case .badMethod: [HeaderField("Allow", "GET")]
        case .unauthorized: [HeaderField("WWW-Authenticate", "Basic realm=\"relay\"")]
        case .tooManyFailures(let seconds): [HeaderField("Retry-After", "\(seconds)")]
        default: []
        }
    }

    var response: OutgoingResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("error", code)
            json.member("message", message)
            json.member("status", status)
        }
        return OutgoingResponse(
            status, fields: [HeaderField("Content-Type", "application/json")] + fields, body: json.bytes)
    }
}
