import FitReports
import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import ToolServer
import ToolTerminal

/// The options that a recalibration on a server still needs, all of them at once, with what the server has for them.
struct MissingOptions: Sendable {
    /// Options to choose from, and the reason why one is needed.
    private let needed: [(option: String, reason: String)]
    private let options: RecalibrateOptions

    /// `nil` where nothing is missing, or no server is asked.
    init?(_ options: RecalibrateOptions, _ files: [String]) {
        guard options.isOnline, options.job.action == .apply else { return nil }
        let makesPairs = options.fitFile == nil && files.isEmpty && options.pairs.join?.isOfRows != true
        let isMissing: [(Bool, String, String)] = [
            (options.space == nil, "--space KEY", "it selects a space of the server, by its key or id"),
            (
                makesPairs && !options.namesTargets,
                "--onto ID, --fit FIT.json, --anchors runs, or files of pairs",
                "without any of them nothing says how markers move"
            ),
            (
                makesPairs && options.pairs.join == nil,
                "--join label, anchor or geometry, or --join-map FILE",
                "it says what the markers of \(options.firstTarget ?? "the new scan") and the old ones have in common"
            ),
            (
                options.rule == nil && !options.namesSessions,
                "--sessions ID, --sessions all or --before DATE",
                "it says which sessions are in the old frame; the others do not move"
            ),
            (
                options.mode == nil, "--mode raw, --mode calibrated or --mode vector",
                "it says what is rewritten, and where"
            ),
        ]
        needed = isMissing.filter(\.0).map { ($0.1, $0.2) }
        self.options = options
        if needed.isEmpty { return nil }
    }

    /// The refusal, with what the server has to choose from. A server that cannot be asked leaves that out: what is missing has to be
    /// added anyway.
    func failure(on server: Origin) throws(Failure) -> Failure {
        let api = try options.connection.api(of: server)
        let shown = try waiting { () async throws(Failure) -> Shown in
            guard let space = options.space else { return Shown(found: await Self.spaces(of: server, api)) }
            guard let listing = try? await SpaceListing.read(space, withSets: true, api) else {
                return Shown()
            }
            return Shown(found: SessionsReport(listing: listing).text(on: .none), command: command(listing))
        }
        return .neededOptions(needed, found: shown.found, command: shown.command)
    }

    /// The server's part of the refusal.
    private struct Shown: Sendable {
        var found: String?
        var command: String?
    }

    private static func spaces(of server: Origin, _ api: MarkersAPI) async -> String? {
        guard let spaces = try? await api.spaces(includingInactive: false) else { return nil }
        return spaces.elements.isEmpty
            ? "\(server) has no space yet\n" : "\(server) has \(listed(spaces.elements) { quoted($0.key) })\n"
    }

    /// A command that shows a plan: what was given already, and for the rest what the space's own data suggest.
    private func command(_ listing: SpaceListing) -> String? {
        guard options.fitFile == nil, !options.namesTargets, options.pairs.join == nil,
            let proposal = RecalibrationProposal(listing), let key = proposal.key
        else { return nil }
        var words = ["quadcal", "recalibrate"] + options.connection.words
        words += ["--space", listing.space.key, "--onto", proposal.onto.wireText]
        words += ["--join", key.word, "--target", "raw"]
        // Between scans some markers have moved, or are named like others.
        if proposal.pairCount >= Self.robustPairs, key != .geometry { words.append("--robust") }
        words += old(proposal)
        words += ["--mode", (options.mode ?? .raw).rawValue, "--dry-run"]
        return words.map(ShellWord.quoted).joined(separator: " ")
    }

    /// The pairs of markers from which on a robust fit is suggested.
    private static let robustPairs = 6

    /// The options that say which sessions are in the old frame: those that were given, or those that the space suggests.
    private func old(_ proposal: RecalibrationProposal) -> [String] {
        if case .before(let date) = options.rule { return ["--before", date.text] }
        // Of all sessions only those move that are still worked on, which may be none.
        let isOpen =
            !options.namesSessions && (options.rule == nil || options.rule == .all && !proposal.named.isEmpty)
        let named = isOpen ? proposal.named : options.sessions
        let all = named.isEmpty && (isOpen || options.rule == .all) ? ["--sessions", "all"] : []
        let names = named.map(\.wireText).sorted() + options.shortSessions
        return names.flatMap { ["--sessions", $0] } + all
    }
}
