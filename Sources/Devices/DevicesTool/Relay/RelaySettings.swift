import ARMessages
import Foundation
import HTTPServer
import MarkersEndpoint
import RelayServer
import StrictJSON
import ToolServer
import ToolTerminal

struct RelaySettings: Sendable {
    var port: UInt16 = 0
    /// The address to listen at; nil for this machine alone.
    var address: PeerAddress?
    var secretFile: String?
    /// The file that a new secret is written to, instead of serving.
    var newSecretFile: String?
    /// The names, with their ports, by which apps reach the relay.
    var names: Set<String> = []
    var isBehindProxy = false
    /// The pages of other servers that may ask, as `https://host:port`.
    var origins: Set<String> = []
    var mode = RelayOptions.Mode.rigid
    var placement = DevicePlacement.samePlace
    /// Whether every entry of the log is printed.
    var isVerbose = false

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
        Option(
            file: "--secret-file", "FILE", "the secret that devices send, in a file only you can read",
            \.secretFile),
        Option(
            file: "--make-secret", "FILE", "write a new secret to this file, and serve nothing",
            \.newSecretFile),
        Option(adding: "--host", "NAME", "apps and pages reach it by this name, as in room.example:8443") {
            (settings, text) throws(BadValue) in
            guard let origin = try? Origin("http://" + text), origin.basePath.isEmpty else {
                throw BadValue(expected: "a name, and its port unless that is 80 or 443")
            }
            settings.names.insert(String(origin.description.dropFirst("http://".count)))
        },
        Option(
            switch: "--behind-proxy", "a proxy on this machine says where requests come from", \.isBehindProxy
        ),
        Option(adding: "--allow-origin", "ORIGIN", "let pages of this origin join; may be repeated") {
            (settings, text) throws(BadValue) in
            guard let origin = try? Origin(text), origin.basePath.isEmpty else {
                throw BadValue(expected: "the scheme and host of a page, as in https://host")
            }
            settings.origins.insert(origin.description.lowercased())
        },
    ]

    private static let messageOptions: [Option<RelaySettings>] = [
        Option(word: "--mode", "MODE", "how frames are joined: rigid, carrot or carrot-0.1 (rigid)", \.mode),
        Option("--back-to-back-mm", "MM", "devices are held back to back, so far apart, not side by side") {
            (settings, text) throws(BadValue) in
            guard case .number(let gap) = NumberText(text), (0...1000).contains(gap),
                let placement = DevicePlacement.backToBack(gap: gap / 1000)
            else { throw BadValue(expected: "a number of millimetres from 0 to 1000") }
            settings.placement = placement
        },
        Option(
            switch: "--verbose", short: "-v", "print every event: devices that come, go or are refused",
            \.isVerbose),
    ]

    func access() throws(Failure) -> RelayAccess {
        var access = RelayAccess()
        (access.names, access.origins, access.isBehindProxy) = (names, origins, isBehindProxy)
        if let secretFile {
            do throws(SecretError) {
                let secret = HiddenSecrets.add(try SecretFile(secretFile).secret).bytes
                guard secret.count >= RelayAccess.shortestSecret else {
                    throw .tooShort(least: RelayAccess.shortestSecret)
                }
                access.secret = secret
            } catch { throw .connection(.ownSecret(error)) }
        }
        let isReached = !(address?.isLoopback ?? true) || isBehindProxy || !names.isEmpty
        guard access.secret != nil || !isReached else {
            throw .neededOption("--secret-file", "other machines may only join with a secret")
        }
        return access
    }

    /// Writes a secret that nobody can guess to a new file that only this user can read.
    static func makeSecret(_ file: String) throws(Failure) {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = (0..<2 * RelayAccess.shortestSecret).map { _ in digits.randomElement() ?? 0 }
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .outputFailed(file: file, errno: errno) }
        defer { close(descriptor) }
        let text = bytes + Array("\n".utf8)
        guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
            let problem = errno
            unlink(file)
            throw .outputFailed(file: file, errno: problem)
        }
    }
}
