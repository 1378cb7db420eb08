public import RigidCalibration
internal import StrictJSON

/// A fit as a document: the motion, the evidence for it, and its inputs.
///
/// It is what `quadcal fit --save` writes and what a plan and a report read; ``SavedFit`` checks that it is whole. `quadcal schema
/// fit` describes every member; an optional one is `nil` if nothing is known, or nothing of the kind was asked for.
///
/// ```swift
/// let bytes = FitDocument(try Calibration(fitted), of: fitted).bytes
/// ```
public struct FitDocument: Hashable, Sendable {
    /// The name and version of the document's form.
    public static let schemaName = "quadcal.fit/1"

    public var version = ""
    public var verdict = FitVerdict.pass
    public var exit = "good"
    public var decidedBy: String?
    public var inputs: [Input] = []
    public var options = Options.fit(Options.Fit())
    public var judgements: [Judgement] = []
    public var join: Join?
    public var rows: Rows?
    public var origins: Origins?
    public var motion = Motion()
    public var selection: Selection?
    public var evidence: Evidence?
    public var pairs: [Pair] = []
    public var points: [Point]?
    public var checks: [Check]?

    public init() {}

    /// The document as it is saved.
    public var bytes: [UInt8] { document(openDepth: 2) }
}

extension FitDocument: DocumentObject {
    package static let members: [DocumentMember<FitDocument>] = [
        .constant("schema", schemaName, "What this document is."),
        .always("version", \.version, "The version of quadcal."),
        .always("verdict", \.verdict, "Whether the motion should be used."),
        .always("exit", \.exit, "How the run ended.", schema: .word(exits)),
        .always(
            "decidedBy", \.decidedBy, "The code of the gravest judgement; null where there is none."),
        .always("inputs", \.inputs, "The files, by the part they play."),
        .always("options", \.options, "What was asked for."),
        .always("judgements", \.judgements, "What speaks against the motion."),
        .always("join", \.join, "How pairs were made of markers; null where they were not."),
        .sometimes("rows", \.rows, "How pairs were made of the rows of a laser guide."),
        .sometimes("origins", \.origins, "How far apart the two points were."),
        .always("motion", \.motion, "The motion, in every form."),
        .always("selection", \.selection, "Which pairs --robust believed; null without it."),
        .always("evidence", \.evidence, "How good the fit is; null for matrices."),
        .always("pairs", \.pairs, "The pairs; none for matrices."),
        .sometimes("points", \.points, "What becomes of the points of --at."),
        .sometimes("checks", \.checks, "How the pairs of --check-points come out."),
    ]

    /// The words for the end of a run of the tool, of which a fit has the first two.
    package static let exits = [
        "good", "findings", "usage", "unreadable", "unsolvable", "network", "internal", "interrupted",
    ]
}

/// In small letters.
extension FitVerdict: DocumentValue {
    package static var schema: Schema { .word([pass, warn, fail].map(\.word)) }

    package init(_ json: JSONValue) throws(JSONError) {
        let word = try String(json)
        guard let verdict = FitVerdict(rawValue: word.uppercased()), word == verdict.word else {
            throw json.error(.unknownWord)
        }
        self = verdict
    }

    package func write(to json: inout JSONWriter) { json.value(word) }

    private var word: String { rawValue.lowercased() }
}

extension FitDocument {
    /// Reads a document whose members are all present and of their types; ``SavedFit`` checks that they agree.
    public init(_ bytes: [UInt8]) throws(SavedFitError) {
        let json: JSONValue
        do throws(JSONError) { json = try JSONValue(bytes) } catch { throw SavedFitError(error) }
        try self.init(checkingSchemaOf: json)
    }

    init(checkingSchemaOf json: JSONValue) throws(SavedFitError) {
        let found: String
        do throws(JSONError) { found = try Head(json).schema } catch { throw SavedFitError(error) }
        guard found == FitDocument.schemaName else {
            let (own, other) = (FitDocument.schemaName.split(separator: "/"), found.split(separator: "/"))
            let isLater =
                other.count == 2 && other[0] == own[0] && (Int(other[1]) ?? 0) > (Int(own[1]) ?? 0)
            throw SavedFitError(
                SavedFitFault(isLater ? .newerSchema(found) : .noFit(found), at: "/schema"), in: json)
        }
        do throws(JSONError) { try self.init(json) } catch { throw SavedFitError(error, in: json) }
    }

    /// The member that names the document.
    private struct Head: DocumentObject {
        var schema = ""

        static let members: [DocumentMember<Head>] = [.always("schema", \.schema, "What this document is.")]
    }
}
