import CheckReports
import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import QuadGeometry
import StrictJSON
import ToolMarkers
import ToolServer
import ToolTerminal

struct UploadOptions: Sendable {
    var server = SpaceOptions()
    var check = CheckOptions()
    /// The session that gets the markers, by its id or the beginning of it.
    var session: String?
    /// The type of a new session that gets them.
    var newSession: String?
    /// Whether markers with errors are created, too.
    var isUnchecked = false
    var onlyChecks = false
    var saysYes = false

    /// Every option of `quadcal upload`, in the order of the help.
    static let groups = [
        OptionGroup(
            heading: "server",
            options: ConnectionOptions.options.map { Option($0, of: \UploadOptions.server.connection) }),
        OptionGroup(heading: "where they go", options: placeOptions),
        OptionGroup(heading: "check", options: checkOptions),
        OptionGroup(heading: "report", options: [Option(SpaceOptions.json, of: \.server)]),
    ]

    private static let placeOptions: [Option<UploadOptions>] = [
        Option(SpaceOptions.space, of: \.server),
        Option("--session", "ID", slot: place, "this session, by its id or the beginning of it") {
            (options, text) throws(BadValue) in
            options.session = try SpaceOptions.beginning(ofSession: text)
        },
        Option("--new-session", "TYPE", slot: place, "a new session: inspection, repair or other") {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "the type of a session, as in inspection") }
            options.newSession = text
        },
        Option(switch: "--yes", "create without asking", \.saysYes),
        Option(switch: "--dry-run", "only check, and say what would be created", \.onlyChecks),
    ]

    private static let checkOptions: [Option<UploadOptions>] = [
        Option(word: "--profile", "app|strict", "the limits of the check (app)", \.check.statedProfile),
        Option(CheckOptions.configOption, of: \.check),
        Option(
            word: "--format", "FORMAT", "csv, json or ndjson (by the end of the name, else by the content)",
            \.check.format),
        Option("--max-coordinate-m", "M", "the largest absolute coordinate of a marker (that of the profile)")
        {
            (options, text) throws(BadValue) in
            options.check.changedLimits.append(
                LimitChange(path: \.largestCoordinate, value: try OptionValue.positive(text, .metres)))
        },
        Option(switch: "--unchecked", "create markers with errors, too", \.isUnchecked),
    ]

    private static let place = "place"

    /// The options with the settings that hold for the files, and the settings that are not used.
    func withSettings(
        for files: [String]
    ) throws(Failure) -> (options: UploadOptions, ignored: [(file: String, reason: String)]) {
        var options = self
        let ignored = try options.check.findSettings(for: files)
        return (options, ignored)
    }

    func requireSense(for files: [String]) throws(Failure) {
        guard !files.isEmpty else {
            throw .noFile(
                example: "quadcal upload new.json --api URL --space KEY --session ID",
                isTerminal: Streams.inputIsTerminal)
        }
        guard files.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        guard session != nil || newSession != nil else {
            throw .neededOption(
                "--session ID or --new-session TYPE",
                "it says where the markers go; quadcal sessions lists them")
        }
        let isInputTaken = files.contains(Input.standard) || server.connection.secretSource == .standardInput
        guard onlyChecks || saysYes || !isInputTaken && Streams.inputIsTerminal else {
            throw .neededOption(
                "--yes",
                "standard input is not a terminal, so nobody can confirm; --dry-run only checks")
        }
    }
}

/// Markers of files on their way to a session of a server.
///
/// Each has a key made of what it is and where it goes, which the server keeps with it: whoever uploads the same files again
/// creates only what is missing.
struct Upload: Sendable {
    let files: [FileRecord]
    private let markers: [RequestBody.MarkerCreation]

    /// Takes the markers as files have them: label, color and custom properties go along, ids and what servers compute do not.
    init(_ read: [MarkerFile]) {
        files = read.map { FileRecord(role: "markers", file: $0.name, sha256: $0.sha256) }
        let nowhere = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        markers = read.flatMap { file in
            file.quads.indices.map { place in
                var marker = RequestBody.MarkerCreation(workSessionID: nowhere, quad: file.quads[place])
                let site = file.site(place)
                marker.label = site.label ?? (file.format == .csv ? site.id : nil)
                marker.color = file.value(of: .color, at: place)?.string
                marker.customProperties = file.value(of: .customProperties, at: place)
                return marker
            }
        }
    }

    var count: Int { markers.count }

    private var digest: String {
        SHA256.hex(of: Array(files.map(\.sha256).joined(separator: "\n").utf8)[...])
    }

    /// The session that the options name, or a new one; that of an earlier upload of the same files is taken again.
    func session(_ options: UploadOptions, _ listing: SpaceListing, _ api: MarkersAPI) async throws(Failure)
        -> UUID
    {
        let server = try options.server.server
        if let name = options.session {
            do throws(SpaceListingError) {
                return listing.sessions[try listing.place(ofSession: name)].id
            } catch {
                throw Failure(error, on: server)
            }
        }
        let key = String(digest.prefix(Upload.keyLength))
        if let earlier = listing.sessions.first(where: { $0.meta?[MarkerCreation.key]?.string == key }) {
            return earlier.id
        }
        var body = RequestBody.Session(in: listing.space.id, type: options.newSession ?? "")
        body.meta = try? JSONValue(Array(#"{"\#(MarkerCreation.key)":"\#(key)"}"#.utf8))
        do throws(APIError) { return try await api.createWorkSession(body.json).id } catch {
            throw .server(server.description, error)
        }
    }

    /// Creates what is not there yet, and reads everything back.
    func run(in session: UUID, _ listing: SpaceListing, _ api: MarkersAPI, _ server: Origin)
        async throws(Failure) -> UploadReport
    {
        var keys: [String] = [], seen: [String: Int] = [:], sent = markers
        for place in sent.indices {
            sent[place].workSessionID = session
            let key = String(SHA256.hex(of: try Upload.bytes(of: sent[place])[...]).prefix(Upload.keyLength))
            // Markers that are alike are as many on the server as in the files.
            let number = seen[key, default: 0]
            seen[key] = number + 1
            keys.append(number == 0 ? key : "\(key)-\(number)")
        }
        let before = Set(
            listing.lists.first { $0.session == session }?.markers.compactMap {
                $0.customProperties?[MarkerCreation.key]?.string
            } ?? [])
        do throws(APIError) {
            // The command has checked them, by the limits of its options.
            let made = try await MarkerCreation(api).create(sent, keys: keys, in: session, .unchecked)
            let differing = zip(sent, made).filter { sent, made in
                guard let quad = try? made.quad else { return true }
                return !StoredTolerance(magnitude: sent.quad.largestMagnitude).allows(quad, sent.quad)
            }
            return UploadReport(
                files: files, listing: listing, session: session, made: made,
                earlier: keys.count(where: before.contains), differing: differing.map(\.1))
        } catch {
            throw .server(server.description, error)
        }
    }

    private static func bytes(of marker: RequestBody.MarkerCreation) throws(Failure) -> [UInt8] {
        do throws(JSONError) { return try marker.json() } catch { throw .json(file: "upload", error) }
    }

    /// 128 bits in hexadecimal digits.
    private static let keyLength = 32
}

struct UploadReport: Sendable {
    let files: [FileRecord]
    let listing: SpaceListing
    let session: UUID
    /// The markers as the server has them, in the order of the files.
    let made: [Marker]
    /// The number of them that were there before.
    let earlier: Int
    /// Those whose corners the server has in another way than they were sent.
    let differing: [Marker]

    var text: String {
        let place = "session \(session.wireText) of \(quoted(listing.space.key))"
        guard differing.isEmpty else {
            return
                "FAIL  \(counted(differing.count, "marker")) of \(place) got other corners than were sent: "
                + "\(listed(differing) { $0.id.wireText })\n"
        }
        let before = earlier == 0 ? "" : ", \(earlier) of them by an earlier upload"
        return "PASS  \(counted(made.count, "marker")) created in \(place)\(before)\n"
    }
}

extension UploadReport: RunDocument {
    var verdict: Verdict { differing.isEmpty ? .pass : .fail }
    var exitCode: ExitCode { verdict == .fail ? .findings : .good }

    static let members: [DocumentMember<UploadReport>] =
        .head("quadcal.upload/1", verdict: "It is fail if the server has other corners than were sent.") + [
            .always("inputs", \.files, "The files.", schema: .array(FileRecord.schema(roles: ["markers"]))),
            .always("space", \.space, "The id of the space."),
            .always("session", \.sessionID, "The id of the session."),
            .always("markers", \.ids, "The ids that the server gave the markers, in the order of the files."),
            .always("earlier", \.earlier, "How many of them an earlier upload had created."),
            .always("differing", \.differingIDs, "The ids of those whose corners are not as they were sent."),
        ]

    private var space: String { listing.space.id.text }
    private var sessionID: String { session.wireText }
    private var ids: [String] { made.map(\.id.wireText) }
    private var differingIDs: [String] { differing.map(\.id.wireText) }
}

extension SchemaDocument {
    static let upload = SchemaDocument(
        name: "upload", about: "what quadcal upload --json prints", schema: UploadReport.schema)
}
