#if os(Linux)
internal import CCurl

extension CURLcode {
    /// `CURLE_TOO_LARGE`, which headers before 8.6 do not have.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// The kind of error that a result is wherever it occurs; `nil` where that depends on how far a request has come.
    var transportCode: TransportError.Code? {
        switch self {
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
        case CURLE_COULDNT_CONNECT, CURLE_PROXY: .unreachable
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
            .tls
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .badFraming
        case CURLE_PARTIAL_FILE: .truncated
        case CURLE_OUT_OF_MEMORY, .tooLarge: .tooLarge
        case CURLE_URL_MALFORMAT: .invalidRequest
        default: nil
        }
    }
}
#endif
