import ARMessages
import ARMessagesClient
import ARMessagesURLSession

/// The code of the articles of ARMessagesClient and ARMessagesURLSession.
struct RoomArticles {
    #if os(Linux)
    /// Compiled, and run against no relay.
    private func room() async throws {
        struct Stroke: Codable {
            var color: String
        }

        let room = try RoomAddress("ws://127.0.0.1:8080/ws")
        let pose = CurrentPose()  // set by what tracks the device
        let session = MessageSession(
            driver: PicnicDriver { pose.value }, socket: CurlMessageSocket(room))
        session.on("draw", of: Stroke.self) { stroke in
            print(stroke.object.color, stroke.transform?.position ?? .zero)
        }
        session.start()
        _ = await session.state { $0.isAuthenticated }
        let place = MessageTransform.offset([0, 0, -1])
        try session.send(Message(transform: place, object: Stroke(color: "red")), to: "draw")
    }
    #endif

    /// Compiled, and run on no platform yet.
    private func joinFromApple() throws {
        let room = try RoomAddress("wss://room.example.com/ws")
        let pose = CurrentPose()
        let session = MessageSession(
            driver: PicnicDriver { pose.value }, socket: try URLSessionMessageSocket(room))
        session.start()
    }
}
