internal import StrictJSON

extension FitDocument {
    /// The pairing of the rows of a laser guide.
    public struct Rows: Hashable, Sendable {
        public var tolerance = 0.0
        public var pairs: [Pair] = []
        public var leftOut: [LeftOut] = []

        public init() {}

        /// A row that both sides have.
        public struct Pair: Hashable, Sendable {
            public var old = "", new = ""
            public var row = 0.0

            public init() {}
        }

        /// A row that only one side has.
        public struct LeftOut: Hashable, Sendable {
            public var side = JoinSide.old
            public var at = ""
            public var row = 0.0
            public var reason = "", sentence = ""

            public init() {}
        }
    }

    /// The horizontal distances between the two points of each scan, in metres.
    public struct Origins: Hashable, Sendable {
        public var oldSeparation = 0.0, newSeparation = 0.0

        public init() {}
    }
}

extension FitDocument.Rows: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Rows>] = [
        .always("tolerance", \.tolerance, "Rows nearer to each other than this are one, in metres."),
        .always("pairs", \.pairs, "The rows that were paired."),
        .always("leftOut", \.leftOut, "The rows that were not."),
    ]
}

extension FitDocument.Rows.Pair: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Rows.Pair>] = [
        .always("old", \.old, "The old anchor."),
        .always("new", \.new, "The new anchor, or the JSON pointer to the row of the guide."),
        .always("row", \.row, "The place of the row along the guide, in metres."),
    ]
}

extension FitDocument.Rows.LeftOut: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Rows.LeftOut>] = [
        .always("side", \.side, "The file it is of."),
        .always("at", \.at, "The place of the point in that frame."),
        .always("row", \.row, "Its place along the guide, in metres."),
        .always("reason", \.reason, "Why, in a word."),
        .always("sentence", \.sentence, "Why, in words."),
    ]
}

extension FitDocument.Origins: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Origins>] = [
        .always("oldSeparation", \.oldSeparation, "How far apart they are on the level, in metres."),
        .always("newSeparation", \.newSeparation, "The same in the new frame."),
    ]
}
