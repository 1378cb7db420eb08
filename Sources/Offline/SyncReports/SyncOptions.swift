package import MarkersEndpoint
import MarkersJobs
package import MarkersOffline
package import ToolServer
package import ToolTerminal

package struct SyncOptions: Sendable {
    /// The thing that is done besides, or instead of, sending.
    package enum Action: Sendable {
        /// Sends what waits, and validates what is kept.
        case sync
        /// Only shows what is kept.
        case list
        case retry(String), discard(String), mine(String), follow(String)
        case export(String)
        case demo
    }

    package var connection = ConnectionOptions()
    package var store: String?
    package var space: String?
    package var user: String?
    package var form = MarkersAPI.ValidationForm.wrapped
    package var policy = EditPolicy.park
    package var action = Action.sync
    package var seed: UInt64?
    package var saysYes = false
    package var replacesFile = false
    package var printsJSON = false
    package var loudness = Loudness.normal

    package init() {}

    /// Every option of `quadcal sync`, in the order of the help.
    package static let groups = [
        OptionGroup(heading: "store", options: storeOptions),
        OptionGroup(heading: "instead of sending", options: actionOptions),
        OptionGroup(
            heading: "server",
            options: ConnectionOptions.options.map { Option($0, of: \SyncOptions.connection) }
                + serverOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let storeOptions: [Option<SyncOptions>] = [
        Option(
            file: "--store", "FILE", "the store, as in hall.quadstore; made if it does not exist", \.store),
        Option(
            "--space", "SPACE", "keep the sessions and markers of this space, by its key, its name or its id"
        ) {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "the key, the name or the id of a space") }
            options.space = text
        },
    ]

    private static let slot = "action"

    private static let actionOptions: [Option<SyncOptions>] = [
        Option(
            switch: "--list", slot: slot, "show the queue and what is kept, without a network"
        ) { $0.action = .list },
        id("--retry", "ID", "have a parked edit sent again, by its id or the beginning of it") { .retry($0) },
        id("--discard", "ID", "withdraw an edit that was not sent, or is parked") { .discard($0) },
        id("--mine", "ID", "have a parked edit replace what somebody else has made of the same field") {
            .mine($0)
        },
        id(
            "--follow", "SESSION",
            "move the edits that are parked because this session moved to where it is now"
        ) { .follow($0) },
        Option(
            file: "--export", "OUT.json", to: "write", slot: slot,
            "write the markers that are kept, as check, fit, apply and fuse read them"
        ) { $0.action = .export($1) },
        Option(switch: "--force", "let --export replace a file", \.replacesFile),
        Option(switch: "--demo", slot: slot, "a made-up server whose network drops while people edit") {
            $0.action = .demo
        }.excludes("--store", "--space", "--user", "--api"),
        Option(seed: "other ids for --demo (1)", \.seed).needs("--demo", "only that has --seed"),
    ]

    private static let serverOptions: [Option<SyncOptions>] = [
        Option("--user", "ID", "validate by one request for all lists of this user, not list by list") {
            (options, text) throws(BadValue) in
            guard !text.isEmpty else { throw BadValue(expected: "the id of a user") }
            options.user = text
        },
        Option(
            word: "--validate-form", "FORM", "wrapped or flat: the body of that request (wrapped)", \.form),
        Option(
            word: "--conflicts", "WHAT",
            "park, mine or theirs: what is done where somebody changed the same field (park)", \.policy),
        Option(switch: "--yes", "send without asking", \.saysYes),
    ]

    private static let reportOptions: [Option<SyncOptions>] =
        [
            Option(switch: "--json", "one JSON document", \.printsJSON)
        ] + Option<SyncOptions>.loudness(verbose: "every edit and every list", \.loudness)

    /// The fewest digits of an id that name it.
    private static let shortestID = 8

    private static func id(
        _ flag: String, _ placeholder: String, _ help: String,
        _ action: @escaping @Sendable (String) -> Action
    ) -> Option<SyncOptions> {
        Option(flag, placeholder, slot: slot, help) { (options, text) throws(BadValue) in
            let digits = text.lowercased()
            guard digits.count >= shortestID, digits.count <= 36,
                digits.allSatisfy({ $0.isHexDigit || $0 == "-" })
            else { throw BadValue(expected: "an id, or at least its first \(shortestID) digits") }
            options.action = action(digits)
        }
    }

    package func requireSense(for operands: [String]) throws(Failure) {
        if let operand = operands.first { throw .unwantedOperand(operand, command: "sync") }
        if case .demo = action { return }
        guard store != nil else {
            throw .neededOption("--store FILE", "it says where markers and edits are kept")
        }
        if case .sync = action { return }
        if let space { throw .neededOption("no other action", "--space \(space) is for sending") }
    }
}
