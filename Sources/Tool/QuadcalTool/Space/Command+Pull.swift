import Foundation
import JobReports
import Markers
import MarkersJobs
import StrictJSON
import ToolCommands
import ToolMarkers
import ToolServer
import ToolTerminal

extension Command {
    static let pull = Command(
        "pull", "save a space as files", operands: "--api URL --space SPACE --out FOLDER",
        notes: """
            Reads only. The folder gets space.json, sessions.json and markers.json, and reference-sets.json, anchors.json
            and laser-guide.json where the space has them, as the server sent each value. check, fit and
            recalibrate --dry-run read these files, and sandbox --import serves them.

            \(ConnectionOptions.notes)

            Exit codes: 0 success, 1 something of the space could not be read or looks cut off, 2 usage error,
            5 the server cannot be asked.
            """,
        settings: SpaceOptions(),
        options: [
            SpaceOptions.serverGroup,
            OptionGroup(
                heading: "scope", options: [SpaceOptions.space, SpaceOptions.session]),
            OptionGroup(
                heading: "files",
                options: [
                    Option(
                        file: "--out", "FOLDER", to: "write", "the folder; created if it does not exist",
                        \.folder),
                    Option(switch: "--force", "let --out replace files", \.replacesFiles),
                    SpaceOptions.json,
                    Option(switch: "--quiet", "only the verdict", \.isQuiet),
                ]),
        ],
        examples: [
            ("quadcal pull --api https://host --space hall --out hall", "the space as it is today"),
            ("quadcal sandbox --import hall", "the same space, to try a recalibration on"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "pull") }
            let report = try PullReport(options)
            return try report.show(
                options.isQuiet ? report.verdictText : report.text, report.listing.allUnreadable, options,
                &streams)
        })
}

/// A space that was saved as files.
struct PullReport: Sendable {
    let listing: SpaceListing
    let folder: String
    let files: [PulledFile]

    /// Reads a space and writes it into a folder, which is created if it does not exist.
    init(_ options: SpaceOptions) throws(Failure) {
        guard let folder = options.folder else {
            throw .neededOption("--out FOLDER", "it says where the files go")
        }
        let listing = try options.listing(withSets: true, withRows: true)
        let files = PulledFile.all(of: listing, try options.lists(of: listing), in: folder)
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw .outputRefused(option: PullReport.option, file: folder, errno: errno)
        }
        let replaces = options.replacesFiles
        // All names are looked at before the first file is written.
        for file in files {
            try OutputFile.requireFree(file.path, replaces: replaces, for: PullReport.option)
        }
        for file in files {
            try OutputFile.write(file.bytes, to: file.path, replaces: replaces, for: PullReport.option)
        }
        (self.listing, self.folder, self.files) = (listing, folder, files)
    }

    private static let option = "--out"

    var text: String {
        TextTable.list(files.map { (visible($0.path), $0.words) }, indent: "") + verdictText
    }

    var verdictText: String {
        verdict == .pass
            ? "PASS  \(quoted(listing.space.key)) is in \(visible(folder))\n"
            : "FAIL  not all of \(quoted(listing.space.key)) could be read\n"
    }
}

extension PullReport: RunDocument {
    var verdict: Verdict { listing.isWhole ? .pass : .fail }
    var exitCode: ExitCode { verdict == .fail ? .findings : .good }

    static let members: [DocumentMember<PullReport>] =
        .head(
            "quadcal.pull/1", verdict: "It is fail if something cannot be read, or a list looks cut off."
        ) + [
            .always("space", \.listing.space.id.text, "The id of the space."),
            .always("key", \.listing.space.key, "The key of the space."),
            .always("files", \.files, "The files that were written."),
            .always("unreadable", \.listing.allUnreadable, "The values of lists that are in no file."),
        ]
}

extension SchemaDocument {
    static let pull = SchemaDocument(
        name: "pull", about: "what quadcal pull --json prints", schema: PullReport.schema)
}

/// A file of a space: values as the server sent them, byte for byte.
struct PulledFile: WrittenObject {
    let path: String
    /// The thing that it holds, in the singular.
    private let content: String
    private let count: Int
    let bytes: [UInt8]

    var words: String { counted(count, content) }
    private var sha256: String { SHA256.hex(of: bytes[...]) }

    /// The names of those that hold no markers.
    static let withoutMarkers = ["space.json", "sessions.json", "anchors.json", "laser-guide.json"]

    /// Whether a folder is one that a space was saved to, by what the file of the space holds.
    static func areAll(in folder: String) -> Bool {
        guard let bytes = try? Input.bytes(of: "\(folder)/space.json"),
            let space = try? Space(JSONValue(bytes))
        else { return false }
        return !space.key.isEmpty && access("\(folder)/markers.json", F_OK) == 0
    }

    /// The files of a space; those that would be empty are left out, but for the sessions and the markers.
    static func all(
        of listing: SpaceListing, _ lists: [SessionListing], in folder: String
    ) -> [PulledFile] {
        let sets = listing.sets.map { Array($0.value.text) }, markers = lists.flatMap(\.markers)
        let anchors = listing.rows?.anchors.bytes, guide = try? listing.rows?.guide.bytes
        var files = [
            PulledFile(folder, "space.json", "space", 1, Array(listing.space.value.text) + [0x0a]),
            PulledFile(
                folder, "sessions.json", "session", listing.sessions.count, listing.sessionDocument),
            PulledFile(
                folder, "markers.json", "marker", markers.count,
                SessionListing.array(markers.map(\.text))),
        ]
        if !sets.isEmpty {
            files.append(
                PulledFile(
                    folder, "reference-sets.json", "reference set", sets.count, SessionListing.array(sets)))
        }
        let anchorCount = listing.rows?.anchorCount ?? 0
        if let anchors, anchorCount > 0 {
            files.append(PulledFile(folder, "anchors.json", "anchor", anchorCount, anchors))
        }
        if let guide {
            files.append(PulledFile(folder, "laser-guide.json", "laser guide", 1, guide + [0x0a]))
        }
        return files
    }

    private init(_ folder: String, _ name: String, _ content: String, _ count: Int, _ bytes: [UInt8]) {
        (path, self.content) = ("\(folder)/\(name)", content)
        (self.count, self.bytes) = (count, bytes)
    }

    static let members: [DocumentMember<PulledFile>] = [
        .always("file", \.path, "Its name."),
        .always("content", \.content, "What it holds, in the singular."),
        .always("count", \.count, "How many of these."),
        .always("sha256", \.sha256, "The SHA-256 digest of its bytes."),
    ]
}
