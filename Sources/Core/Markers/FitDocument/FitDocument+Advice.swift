internal import StrictJSON

extension FitDocument {
    /// The place where one more marker would help most: see `MarkerAdvice`. Lengths are in metres.
    package struct Advice: Hashable, Sendable {
        package var best = ""
        /// In the source frame.
        package var place = SIMD3<Double>.zero
        /// The largest error to expect at the points that are to move, in 95 of 100 cases: now, and with a marker there.
        package var errorNow = 0.0, errorThen = 0.0
        /// The candidates that were compared, the best first.
        package var candidates: [Candidate] = []

        package init() {}

        /// A place, and the largest error to expect with a marker there.
        package struct Candidate: Hashable, Sendable {
            package var name = ""
            package var error = 0.0

            package init() {}
        }
    }
}

extension FitDocument.Advice: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Advice>] = [
        .always("best", \.best, "The candidate that helps most."),
        .always("place", \.place, "Its place in the source frame."),
        .always("errorNow", \.errorNow, "The largest error to expect at the points that are to move."),
        .always("errorThen", \.errorThen, "The same with one more marker at that place."),
        .always("candidates", \.candidates, "The candidates that were compared, the best first."),
    ]
}

extension FitDocument.Advice.Candidate: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Advice.Candidate>] = [
        .always("name", \.name, "The candidate."),
        .always("error", \.error, "The largest error to expect with a marker there."),
    ]
}
