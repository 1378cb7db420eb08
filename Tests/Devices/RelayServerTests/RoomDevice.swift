import Foundation
import StrictJSON
import TestSupport
import WebSocket

/// A device of a room, whose messages are written as the documents show them.
final class RoomDevice {
    let socket: SocketClient
    let token: String
    /// The token of the primary device as the relay names it.
    let primary: String
    /// The name by which it may come back.
    let key: String

    init(port: UInt16, resuming: String = "", secret: String? = nil) throws {
        let fields = secret.map {
            [OpeningField("Authorization", RoomDevice.basic(resuming, $0))]
        }
        socket = try SocketClient(port: port, "/ws", fields: fields ?? [])
        let beacon = try JSONValue(try RoomDevice.text(of: socket))
        token = try RoomDevice.member("session_token", of: beacon)
        primary = beacon["payload"]?["params"]?["uuid"]?.string ?? ""
        key = beacon["payload"]?["params"]?["resume"]?.string ?? ""
    }

    struct Missing: Error { let what: String }

    static func basic(_ name: String, _ secret: String) -> String {
        "Basic " + Data("\(name):\(secret)".utf8).base64EncodedString()
    }

    private static func text(of socket: SocketClient) throws -> String {
        guard let text = socket.text() else { throw Missing(what: "a message") }
        return text
    }

    private static func member(_ name: String, of value: JSONValue) throws -> String {
        guard let text = value[name]?.string else { throw Missing(what: name) }
        return text
    }

    /// Sends a message with a matrix in columns.
    func send(_ endpoint: String, _ columns: [[Double]]? = nil) {
        let transform = columns.map { columns in
            #""transform":{"# + columns.enumerated().map { #""c\#($0)":\#($1)"# }.joined(separator: ",") + "}"
        }
        socket.send(
            #"{"session_token":"\#(token)","endpoint":"\#(endpoint)","payload":{\#(transform ?? "")}}"#)
    }

    /// Sends messages with params, whose frames leave in one piece.
    func send(all messages: [(endpoint: String, params: String)]) {
        socket.send(
            all: messages.map { endpoint, params in
                #"{"session_token":"\#(token)","endpoint":"\#(endpoint)","payload":{"params":\#(params)}}"#
            })
    }

    /// The next message, which must be of an endpoint.
    func message(_ endpoint: String) throws -> JSONValue {
        let message = try JSONValue(try RoomDevice.text(of: socket))
        guard message["endpoint"]?.string == endpoint else { throw Missing(what: endpoint) }
        return message
    }

    /// Holds this device to the primary one while both say their poses.
    func meet(_ other: RoomDevice, own: [[Double]], others: [[Double]]) throws {
        send("carrot_transform", own)
        let question = try other.message("carrot_transform")
        guard question["session_token"]?.string == token else { throw Missing(what: "the asking device") }
        other.send("carrot_transform", others)
        _ = try message("carrot_transform")
    }

    /// The pose without a turn at a place.
    static func shift(_ x: Double, _ y: Double, _ z: Double) -> [[Double]] {
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [x, y, z, 1]]
    }
}
