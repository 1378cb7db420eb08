internal import Foundation
internal import QuadGeometry
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
    package static let schemaName = "quadcal.fit/1"
    /// That of a document with a ``straightening``: a reader that knows one motion alone refuses it, rather than leave out the shifts.
    package static let straightenedSchemaName = "quadcal.fit/2"

    public var version = ""
    public var verdict = FitVerdict.pass
    public var exit = "good"
    public var decidedBy: String?
    package var inputs: [Input] = []
    package var options = Options.fit(Options.Fit())
    package var judgements: [Judgement] = []
    package var join: Join?
    package var rows: Rows?
    package var origins: Origins?
    public var motion = Motion()
    package var selection: Selection?
    public var evidence: Evidence?
    /// The shifts on top of the motion; `nil` where all markers have one motion.
    package var straightening: Straightening?
    package var reliability: Reliability?
    package var advice: Advice?
    public var pairs: [Pair] = []
    public var points: [Point]?
    public var checks: [Check]?

    package init() {}

    /// The document as it is saved.
    public var bytes: [UInt8] { document(openDepth: 2) }
}

extension FitDocument: DocumentObject {
    package static let members: [DocumentMember<FitDocument>] = [
        .always(
            "schema", \.schema, "What this document is; 2 where it has a straightening.",
            schema: .word([schemaName, straightenedSchemaName])),
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
        .sometimes(
            "straightening", \.straightening,
            "What shifts markers on top of the motion, where a scan that bends was straightened."),
        .sometimes(
            "reliability", \.reliability,
            "What could hide in the fit; not where nothing tells, or of more than 5,000 markers."),
        .sometimes("advice", \.advice, "Where --advise would place one more marker."),
        .always("pairs", \.pairs, "The pairs; none for matrices."),
        .sometimes("points", \.points, "What becomes of the points of --at."),
        .sometimes("checks", \.checks, "How the pairs of --check-points come out."),
    ]

    /// What the document is, which follows from the rest of it.
    private var schema: String {
        get { straightening == nil ? FitDocument.schemaName : FitDocument.straightenedSchemaName }
        set {}
    }

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
        guard [FitDocument.schemaName, FitDocument.straightenedSchemaName].contains(found) else {
            let (own, other) = (FitDocument.schemaName.split(separator: "/"), found.split(separator: "/"))
            let isLater =
                other.count == 2 && other[0] == own[0] && (Int(other[1]) ?? 0) > (Int(own[1]) ?? 0)
            throw SavedFitError(
                SavedFitFault(isLater ? .newerSchema(found) : .noFit(found), at: "/schema"), in: json)
        }
        do throws(JSONError) { try self.init(json) } catch { throw SavedFitError(error, in: json) }
        guard found == schema else {
            throw SavedFitError(SavedFitFault(.contradicts("/straightening"), at: "/schema"), in: json)
        }
    }

    /// The member that names the document.
    private struct Head: DocumentObject {
        var schema = ""

        static let members: [DocumentMember<Head>] = [.always("schema", \.schema, "What this document is.")]
    }
}

extension FitDocument {
    /// One of two clearly different motions that many pairs follow.
    package struct Rival: Hashable, Sendable {
        /// The number of independent pairs that follow it.
        package var support = 0
        package var motion = Motion()

        package init() {}

        package init(_ rival: RivalMotion) {
            support = rival.support
            motion = Motion(rival)
        }
    }
}

extension FitDocument.Rival: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Rival>] = [
        .always("support", \.support, "How many independent pairs follow it."),
        .always("motion", \.motion, "The motion."),
    ]
}

/// The markers that a fit was made to.
extension FitDocument {
    /// The markers of a join, each of which has four pairs in the order of its corners.
    func joined(
        _ join: Join
    ) throws(SavedFitFault) -> (fitted: [FittedMarker], targetSessions: Set<UUID>) {
        guard pairs.count == 4 * join.markers.count else {
            throw SavedFitFault(.contradicts("/join/markers"), at: "/pairs")
        }
        var fitted: [FittedMarker] = [], sessions: Set<UUID> = []
        for (place, marker) in join.markers.enumerated() {
            func identifier(_ text: String, _ member: String) throws(SavedFitFault) -> UUID {
                guard let id = WireID(text).uuid else {
                    throw SavedFitFault(.notAnIdentifier, at: "/join/markers/\(place)/\(member)")
                }
                return id
            }
            let own = pairs[(4 * place)..<(4 * place + 4)]
            guard own.allSatisfy({ ($0.group ?? String($0.id.dropLast(3))) == marker.name }) else {
                throw SavedFitFault(.contradicts("/pairs"), at: "/join/markers/\(place)/name")
            }
            let sources = own.map(\.source)
            // The targets are in the order of the old corners.
            var targets = own.map(\.target)
            for (corner, pair) in zip(marker.newCorners, own) {
                if let number = Int(corner.dropFirst()), (1...4).contains(number) {
                    targets[number - 1] = pair.target
                }
            }
            fitted.append(
                FittedMarker(
                    id: try identifier(marker.old, "old"),
                    corners: Quad(sources[0], sources[1], sources[2], sources[3]),
                    follows: own.allSatisfy(\.follows),
                    partner: FittedMarker.Partner(
                        id: try identifier(marker.new, "new"),
                        corners: Quad(targets[0], targets[1], targets[2], targets[3])),
                    shift: own.first?.shift ?? .zero))
            if let session = marker.newSession { sessions.insert(try identifier(session, "newSession")) }
        }
        return (fitted, sessions)
    }

    /// The markers that the names of pairs tell: all four corners of a group whose name is a UUID.
    var named: [FittedMarker] {
        var found: [UUID: [Int: Pair]] = [:]
        var order: [UUID] = []
        for pair in pairs {
            guard let id = pair.group.flatMap({ UUID(uuidString: $0) }), let corner = pair.corner
            else { continue }
            if found[id] == nil { order.append(id) }
            found[id, default: [:]][corner] = pair
        }
        return order.compactMap { id in
            guard let points = found[id], let p1 = points[0], let p2 = points[1], let p3 = points[2],
                let p4 = points[3]
            else { return nil }
            return FittedMarker(
                id: id, corners: Quad(p1.source, p2.source, p3.source, p4.source),
                follows: points.values.allSatisfy(\.follows), shift: p1.shift ?? .zero)
        }
    }
}

extension FitDocument {
    /// The pairing of the rows of a laser guide.
    package struct Rows: Hashable, Sendable {
        package var tolerance = 0.0
        package var pairs: [Pair] = []
        package var leftOut: [LeftOut] = []

        package init() {}

        /// A row that both sides have.
        package struct Pair: Hashable, Sendable {
            package var old = "", new = ""
            package var row = 0.0

            package init() {}
        }

        /// A row that only one side has.
        package struct LeftOut: Hashable, Sendable {
            package var side = JoinSide.old
            package var at = ""
            package var row = 0.0
            package var reason = "", sentence = ""

            package init() {}
        }
    }

    /// The horizontal distances between the two points of each scan, in metres.
    package struct Origins: Hashable, Sendable {
        package var oldSeparation = 0.0, newSeparation = 0.0

        package init() {}
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
