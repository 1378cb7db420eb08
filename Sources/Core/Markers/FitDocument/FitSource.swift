internal import MarkerTables
internal import StrictJSON

/// A file that a fit was made from, of one of several forms.
protocol FitSource: DocumentObject {
    var role: String { get set }
    var file: String { get set }
    var sha256: String { get set }
}

extension FitSource {
    fileprivate static func file(_ what: String, _ roles: [String] = ["old", "new"]) -> [DocumentMember<Self>]
    {
        [
            .always(
                "role", \.role, "The part that \(what) of this file play in the fit.", schema: .word(roles)),
            .always("file", \.file, "Its name; - is standard input."),
            .always("sha256", \.sha256, "The digest of its bytes."),
        ]
    }
}

extension FitDocument.Input: DocumentVariant {
    package static let forms: [DocumentForm<FitDocument.Input>] = [
        DocumentForm(table), DocumentForm(markers), DocumentForm(matrix), DocumentForm(map),
        DocumentForm(anchors), DocumentForm(guide), DocumentForm(poses),
    ]

    package var object: any DocumentObject { source }
}

extension FitDocument.Input.Table: FitSource {
    package static let members: [DocumentMember<Self>] =
        file("pairs, points or check pairs", ["pairs", "at", "check-points", "old", "new"]) + [
            .constant("format", "csv", "How it is written."),
            .always(
                "separator", \.separator, "What parts the fields.",
                schema: .word(CSVSeparator.allCases.map(\.rawValue))),
            .always("header", \.hasHeader, "Whether the first row names the columns."),
            .always("columns", \.columns, "The columns, by their names."),
            .always("rows", \.rows, "How many rows there are."),
            .always("notes", \.notes, "What the reading took for granted."),
        ]
}

extension FitDocument.Input.Markers: FitSource {
    package static let members: [DocumentMember<Self>] =
        file("markers", ["old", "new", "check-points", "check-onto", "at"]) + [
            .constant("format", "markers", "How it is written."),
            .always("markers", \.markers, "How many markers can be used."),
            .always("otherSessions", \.otherSessions, "How many are of sessions that were not chosen."),
            .always("refused", \.refused, "Markers that cannot be used."),
        ]
}

extension FitDocument.Input.Matrix: FitSource {
    package static let members: [DocumentMember<Self>] =
        file("a matrix") + [
            .constant("format", "matrix", "How it is written."),
            .always("layout", \.layout, "The order of its numbers."),
            .always("layoutIsStated", \.layoutIsStated, "Whether that order was said."),
            .always("defect", \.defect, "How far it is from a rotation."),
            .always("correction", \.correction, "How much was changed to make it one."),
            .sometimes(
                "writtenAs", \.writtenAs, "The format of another program; absent for a 4x4 matrix."),
        ]
}

extension FitDocument.Input.Poses: FitSource {
    package static let members: [DocumentMember<Self>] =
        file("poses") + [
            .constant("format", "poses", "How it is written."),
            .always("writtenAs", \.writtenAs, "The format of another program."),
            .always("poses", \.poses, "How many poses there are."),
            .always("unmatched", \.unmatched, "How many have no partner."),
            .always(
                "within", \.within, "The largest difference of the times of a pair, in seconds."),
            .always("lengthDefect", \.lengthDefect, "How far the length of a quaternion is from 1."),
            .always("correction", \.correction, "How much a matrix was changed to be a rotation."),
        ]
}

extension FitDocument.Input.Map: FitSource {
    package static let members: [DocumentMember<Self>] = file("the map of ids", ["map"])
}

extension FitDocument.Input.Anchors: FitSource {
    package static let members: [DocumentMember<Self>] =
        file("anchors of laser-guide rows") + [
            .constant("format", "anchors", "How it is written."),
            .always("session", \.session, "The session of those that take part."),
            .always("run", \.run, "Their run, whose world they are in."),
            .always("anchors", \.anchors, "How many take part."),
            .always("otherRuns", \.otherRuns, "How many are of other runs."),
            .always("refused", \.refused, "Values that are no anchors."),
        ]
}

extension FitDocument.Input.Guide: FitSource {
    package static let members: [DocumentMember<Self>] =
        file("a laser guide") + [
            .constant("format", "laser-guide", "How it is written."),
            .always("space", \.space, "The space it is of."),
            .always("rows", \.rows, "How many rows it has."),
            .always("dots", \.dots, "Where their dots are."),
            .always("dotsAreStated", \.dotsAreStated, "Whether that was said."),
            .always("ignoredRows", \.ignoredRows, "How many rows have no segment."),
        ]
}

extension FitDocument.Input.Refused: DocumentObject {
    package static let members: [DocumentMember<Self>] = [
        .always("code", \.code, "Why, in a word."),
        .always("pointer", \.pointer, "The JSON pointer to what is wrong."),
        .always("line", \.line, "The line of it, from 1."),
    ]

    package init(_ error: JSONError) {
        (code, pointer, line) = (error.code.rawValue, error.pointer, error.line)
    }
}

extension MatrixLayout: DocumentValue {}
extension MotionFormat: DocumentValue {}
extension TrajectoryFormat: DocumentValue {}
extension GridRow.Dot: DocumentValue {}
