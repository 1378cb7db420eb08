extension TransportError {
    /// The server refuses to renew a token, which is final: whoever wants another has to sign in.
    public static func refused(_ detail: String) -> TransportError {
        TransportError(.authenticationRequired, mayHaveArrived: true, detail)
    }

    /// There is no usable answer to the renewal of a token, so that it may be tried again.
    public static func failed(_ detail: String) -> TransportError {
        TransportError(.unreachable, mayHaveArrived: true, detail)
    }

    /// Whether it ends a pair of tokens for good.
    var isRefusal: Bool { code == .authenticationRequired || code == .unauthorized }
}
