package import MarkersEndpoint

extension PushAnswer {
    /// The meaning of an outcome to a push; `read` makes an image of a body.
    package init(_ outcome: RequestOutcome, read: ([UInt8]) -> Image?) {
        switch outcome {
        case .applied(let response) where response.body.isEmpty: self = .nothingShown
        // Something on the way may have answered instead of the server.
        case .applied(let response): self = read(response.body).map { .found($0) } ?? .unknown
        case .notApplied(let failure), .unknown(let failure):
            switch (failure.status, failure.isRetryable) {
            case (409, _), (412, _): self = .conflict
            case (404, _), (410, _): self = .gone
            case (_, false): self = .refused(failure)
            case (_, true):
                if case .unknown = outcome {
                    self = .unknown
                } else {
                    self = failure.status == nil ? .notSent : .deferred
                }
            }
        }
    }
}
