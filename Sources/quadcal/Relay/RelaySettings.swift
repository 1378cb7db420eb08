import ARMessages
import Foundation
import HTTPServer
import MarkersClient
import RelayServer
import StrictJSON
import ToolTerminal
import WebSocket

/// The options of `quadcal relay`.
struct RelaySettings: Sendable {
    var port: UInt16 = 0
    /// The address to listen at; nil for this machine alone.
    var address: PeerAddress?
    var secretFile: String?
    /// The hosts, with their ports, whose pages may open WebSockets.
    var origins: Set<String> = []
    var mode = RelayOptions.Mode.rigid
    var placement = DevicePlacement.samePlace
    /// Whether every entry of the log is printed.
    var isVerbose = false

    /// Every option, in the order of the help.
    static let groups = [
        OptionGroup(heading: "server", options: serverOptions),
        OptionGroup(heading: "messages", options: messageOptions),
    ]

    private static let serverOptions: [Option<RelaySettings>] = [
        Option("--port", "N", "the port (any that is free)") { (settings, text) throws(BadValue) in
            guard let port = UInt16(text) else { throw BadValue(expected: "a whole number from 0 to 65535") }
            settings.port = port
        },
        Option("--listen", "ADDRESS", "serve other machines at this address, as in 192.168.1.5") {
            (settings, text) throws(BadValue) in
            guard let address = PeerAddress(text) else {
                throw BadValue(expected: "an IPv4 address of this machine, or 0.0.0.0 for all of them")
            }
            settings.address = address
        },
        Option(file: "--secret-file", "FILE", "the secret that devices send, in a file only you can read") {
            $0.secretFile = $1
        },
        Option(adding: "--allow-origin", "ORIGIN", "let pages of this origin join; may be repeated") {
            (settings, text) throws(BadValue) in
            guard let origin = try? Origin(text) else {
                throw BadValue(expected: "the scheme and host of a page, as in https://host")
            }
            settings.origins.insert(String(origin.description.drop { $0 != "/" }.dropFirst(2)))
        },
    ]

    private static let messageOptions: [Option<RelaySettings>] = [
        Option(word: "--mode", "MODE", "how frames are joined: rigid, carrot or carrot-0.1 (rigid)") {
            $0.mode = $1
        },
        Option("--back-to-back-mm", "MM", "devices are held back to back, so far apart, not side by side") {
            (settings, text) throws(BadValue) in
            guard case .number(let gap) = NumberText(text), (0...1000).contains(gap),
                let placement = DevicePlacement.backToBack(gap: gap / 1000)
            else { throw BadValue(expected: "a number of millimetres from 0 to 1000") }
            settings.placement = placement
        },
        Option(switch: "--verbose", short: "-v", "print every event: devices that come, go or are refused") {
            $0.isVerbose = true
        },
    ]

    /// The rules by which devices are let in.
    func access() throws(Failure) -> RelayAccess {
        var access = RelayAccess()
        access.origins = .thisMachine(or: origins)
        if let secretFile {
            do throws(SecretError) {
                access.secret = HiddenSecrets.add(try SecretFile(secretFile).secret).bytes
            } catch { throw .connection(.ownSecret(error)) }
        }
        guard access.secret != nil || address?.isLoopback ?? true else {
            throw .neededOption("--secret-file", "other machines may only join with a secret")
        }
        return access
    }
}
