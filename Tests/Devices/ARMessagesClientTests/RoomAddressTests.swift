import ARMessagesClient
import MarkersClient
import Testing

@Suite("Addresses of rooms")
struct RoomAddressTests {
    @Test("are read with the schemes of WebSockets and of HTTP")
    func read() throws {
        let room = try RoomAddress("WSS://Host.example:8443/a/ws/")
        #expect("\(room)" == "wss://host.example:8443/a/ws" && room.host == "host.example:8443")
        #expect(room.origin.scheme == .https && room.target == "/a/ws")
        let plain = try RoomAddress("http://127.0.0.1")
        #expect("\(plain)" == "ws://127.0.0.1/" && plain.host == "127.0.0.1" && plain.target == "/")
        #expect(try RoomAddress("ws://[::1]:80/ws").host == "[::1]")
        #expect(try RoomAddress("wss://[2001:db8::1]:80/ws").host == "[2001:db8::1]:80")
    }

    @Test(
        "are refused with what is wrong",
        arguments: [
            ("ftp://host", OriginError.noScheme), ("ws://u:p@host/ws", .userInfo), ("ws://host/ws?a", .query),
            ("ws://host:0/ws", .badPort("0")), ("", .noScheme),
        ])
    func refused(text: String, error: OriginError) {
        #expect(throws: error) { try RoomAddress(text) }
    }
}
