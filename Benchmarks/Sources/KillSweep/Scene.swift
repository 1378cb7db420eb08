internal import Foundation

/// The data that is rewritten, as the tool names it.
enum PushMode: String, CaseIterable, Sendable { case raw, calibrated, vector }

package typealias Point = SIMD3<Double>

/// The motion of the scene: about the vertical and along all axes; a vector cannot turn.
struct Motion: Sendable {
    private let turn: Double
    let shift = Point(1.25, 0.2, -2.5)
    /// The vector that the space adds to raw points at first.
    static let vector = Point(0.5, 0.25, -0.125)

    init(_ mode: PushMode) { turn = mode == .vector ? 0 : 0.3 }

    func callAsFunction(_ point: Point) -> Point {
        let (c, s) = (cos(turn), sin(turn))
        return Point(c * point.x + s * point.z, point.y, -s * point.x + c * point.z) + shift
    }
}

/// A space with markers on a server, and the folder in which the tool works on them.
struct Scene {
    let tool: String
    let mode: PushMode
    let markers: Int
    let folder: Folder
    let server: Server
    let exchange: Exchange
    let motion: Motion
    private(set) var space = "", session = ""

    /// Everything that a run changes: the server's data, and the job.
    static let files = ["data.sqlite", "hall.job"]

    init(_ tool: String, _ mode: PushMode, markers: Int, serverOptions: [String] = []) throws {
        (self.tool, self.mode, self.markers) = (tool, mode, markers)
        folder = try Folder.made("kills")
        server = Server(tool, folder, port: try Server.freePort(), options: serverOptions)
        exchange = Exchange(port: server.port)
        motion = Motion(mode)
    }

    /// Makes the space and the fit that moves its markers.
    mutating func prepare() throws {
        try server.start()
        try fill(at: Point(0, 0, 2))
        try folder.write(Data(pairs.utf8), "pairs.csv")
        // What is worked out again from corners has a motion for each marker, whose shifts are of rounding alone.
        let model =
            switch mode {
            case .vector: ["--model", "translation"]
            case .calibrated: ["--model", "rigid", "--straighten", "place"]
            case .raw: ["--model", "rigid"]
            }
        let fit = try Program(
            words: [tool, "fit", "pairs.csv", "--save", "fit.json", "--quiet"] + model, folder: folder
        ).finished()
        guard folder.has("fit.json") else { throw KillError.unexpected("no fit: \(fit.advice)") }
    }

    /// Makes the space on the running server, with markers along a wall from a start.
    mutating func fill(at start: Point, vector: Point = Motion.vector) throws {
        func id(_ value: Any) throws -> String {
            guard let id = (value as? [String: Any])?["id"] as? String else {
                throw KillError.server("what was made has no id")
            }
            return id
        }
        space = try id(
            try exchange.ask(
                "POST", "spaces",
                ["key": "hall", "name": "Hall", "calibration_vector": vector.numbers]))
        session = try id(
            try exchange.ask("POST", "work-sessions", ["space_id": space, "session_type": "inspection"]))
        let bodies = (0..<markers).map { place -> [String: Any] in
            var body: [String: Any] = ["work_session_id": session, "label": "m\(place)"]
            for (name, corner) in zip(Corners.names, Scene.corners(place)) {
                body[name] = (start + corner).numbers
            }
            return body
        }
        _ = try exchange.ask("POST", "markers/bulk", ["markers": bodies])
    }

    /// A marker of half a metre by a quarter, each further along a wall.
    private static func corners(_ place: Int) -> [Point] {
        let start = Point(Double(place % 10) * 0.75, Double(place / 10) * 0.5, 0)
        return [Point(0, 0, 0), Point(0.5, 0, 0), Point(0.5, 0.25, 0), Point(0, 0.25, 0)].map { start + $0 }
    }

    /// Points of a box before and after the motion, to the last digit of a double.
    private var pairs: String {
        let rows = (0..<8).map { corner -> String in
            let (x, y, z) = (corner & 1, corner >> 1 & 1, corner >> 2)
            let point = Point(Double(6 * x), Double(3 * y), Double(4 * z))
            let numbers = point.numbers + motion(point).numbers
            return "c\(corner)," + numbers.map { "\($0)" }.joined(separator: ",")
        }
        return "id,sx,sy,sz,tx,ty,tz\n" + rows.joined(separator: "\n") + "\n"
    }

    /// An action on the job.
    enum Action: String, CaseIterable, Sendable { case apply, resume, undo }

    func program(
        _ action: Action, job: String = "hall.job", inFlight: Int = 1, locks: Bool = false
    ) -> Program {
        var words = [tool, "recalibrate", "--job", job, "--yes", "--json", "--quiet"]
        words += ["--concurrency", "\(inFlight)", "--conflicts", "skip", "--patience", "1"]
        if !locks { words.append("--no-lock") }
        switch action {
        case .apply:
            words += ["--api", server.address, "--space", "hall", "--mode", mode.rawValue]
            words += ["--sessions", "all", "--fit", "fit.json"]
            words += ["--target", mode == .vector ? "calibrated" : "raw"]
            // People edit markers first, so that somebody has to know that none was moved.
            words += ["--not-moved-yet", session]
        case .resume, .undo: words.append("--\(action.rawValue)")
        }
        return Program(words: words, folder: folder)
    }

    /// Ends the server and keeps what it and the tool have written.
    func keep() throws -> [String: Data] {
        server.stop()
        return try folder.state(Scene.files)
    }

    func remove() {
        server.stop()
        folder.remove()
    }

    func restore(_ state: [String: Data]) throws {
        server.stop()
        try folder.restore(state, Scene.files)
    }
}

extension Point {
    package var numbers: [Double] { [x, y, z] }
}
