import ARMessages
import Foundation
import HTTPServer
import RelayServer
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let relay = Command(
        "relay", Wing.devices["relay"], operands: "",
        notes: """
            Prints its address, then serves until Ctrl-C or a TERM signal. Devices join the WebSocket /ws and take
            part in the Picnic handshake: the first is the primary one, each other holds itself to it and sends its
            pose. From then on every message arrives in the frame of its reader. A device that is lost may come back
            within 10 s: the resume of its own carrot_beacon, which nobody else gets, is then the user name of HTTP
            Basic. GET /health reports the connected devices and the transforms between them.

            A message is a JSON object in a text frame, or in a binary one, as apps of Carrot send it; each device is
            answered in its own form. T is the session_token of the carrot_beacon that a device gets
            on joining; the primary device is the one whose T is the beacon's uuid. A pose is a matrix in columns:
            {"session_token":T,"endpoint":"carrot_transform","payload":{"transform":{"c0":[1,0,0,0],
            "c1":[0,1,0,0],"c2":[0,0,1,0],"c3":[X,Y,Z,1]}}} with X, Y and Z in metres. A device that is held to the
            primary one sends its pose so. The primary one gets carrot_transform with an empty payload and answers
            with its own pose, or an empty payload where it knows none, and with the params of the question, if it can;
            then the other has a frame, or gets carrot_error NO_ANSWER after 5 s (10 s behind another whose question
            found no answer, unless answers have those params), and is held again. One whose
            pose has the params {"confirm":"carrot_joined"} gets carrot_joined then; one that sends text without them
            gets carrot_transform with an empty payload. Messages of any other endpoint, with a transform and params,
            go to all others. A message has at most \(RelayOptions().limits.size) bytes; a longer one closes its connection with 1009.

            It serves this machine alone unless --listen names an address; then --secret-file is needed, which
            --make-secret writes, and devices send the secret as the password of HTTP Basic: apps of Carrot by the
            address ws://room:SECRET@HOST:PORT/ws. One address has at most \(RelayAccess().mostOfAddress) connections, and
            \(RelayAccess().mostFailures) wrong passwords a minute. It speaks no TLS: on a network that others share put a proxy with https
            in front of it, as in Examples/relay-nginx.conf, and say --behind-proxy: the last address of the last
            X-Forwarded-For is then the device's, which the proxy must have put there. It keeps nothing on disk.

            An app may send the Origin that it reached the relay by, if that is an address or the name of --host.

            A page in a browser cannot send a password. Its browser asks for it at /health, opened before, and then
            sends it for pages of the relay's own site; --allow-origin names those that may join.

            --mode carrot shifts messages without turning them, as the documented server does; carrot-0.1 does as its
            published version 0.1.0. In both a lost device comes back by its token, which all others can read in its
            messages: whoever has the secret can then take its place.

            Exit codes: 0 stopped, or the secret written; 2 usage error, an address in use or a file that is there; 3
            the secret cannot be read.
            """,
        settings: RelaySettings(), options: RelaySettings.groups,
        examples: [
            (
                "quadcal relay --port 8080",
                "devices and simulators on this machine join ws://127.0.0.1:8080/ws"
            ),
            (
                "quadcal relay --make-secret room.secret",
                "a secret that nobody guesses, for the next command and the phones"
            ),
            (
                "quadcal relay --listen 192.168.1.5 --port 8080 --secret-file room.secret",
                "phones of the network join with the secret"
            ),
        ],
        work: { (settings, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "relay") }
            if let file = settings.newSecretFile {
                try RelaySettings.makeSecret(file)
                return .good
            }
            return try serve(settings, try settings.access(), &streams)
        })

    private static func serve(
        _ settings: RelaySettings, _ access: RelayAccess, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        var options = RelayOptions(mode: settings.mode)
        options.placement = settings.placement
        let isVerbose = settings.isVerbose, server: RelayServer
        do throws(SystemError) {
            server = try RelayServer(
                at: settings.address ?? .loopback, port: settings.port, access: access, options: options
            ) { entry in
                guard isVerbose else { return }
                let device = entry.token.map { " \("\($0)".prefix(8))" } ?? ""
                let message = entry.message.isEmpty ? "" : ": \(entry.message)"
                Streams.tell("quadcal: \(entry.code)\(device)\(message)\n")
            }
        } catch {
            throw .listening(
                address: (settings.address ?? .loopback).description, port: settings.port, errno: error.number
            )
        }
        let url = "ws://\(server.address):\(server.port)/ws"
        return try serve(
            settings.address == nil
                ? url : "\(url), without TLS: put a proxy in front on a network that others share", &streams
        ) { server.stop() }
    }
}
