import Markers
import RaycastReports
import SensorReports
import StrictJSON
import ToolMarkers
import ToolTerminal
import VisionSensor
import VisionSensorClient

enum CameraSource {
    /// With the replies themselves, in a recorded run.
    case record
    case file(InputFile, FramePairing)
    case app(CameraAPI)

    init(_ options: SenseOptions) throws(Failure) {
        guard let camera = options.camera else {
            self = .record
            return
        }
        let depth = options.question.depth.deviation
        guard let (origin, path) = CameraAPI.parts(of: camera) else {
            if options.sensor != nil, camera != Input.standard {
                try CameraSource.requireSound(camera, depth)
            }
            let file = try Input.open(camera), source = file.source(isDigested: true)
            self = .file(file, FramePairing(CameraFrameReader(source, depth: depth)))
            return
        }
        self = .app(CameraAPI(try SenseOptions.transport(to: origin), path: path))
    }

    /// Reads all of a file once, so that a bad frame is found before a phone is asked.
    private static func requireSound(_ file: String, _ depth: Double) throws(Failure) {
        var reader = CameraFrameReader(try Input.open(file).source(), depth: depth)
        do throws(CameraFrameError) { while try reader.next() != nil {} } catch {
            throw Failure(camera: file, error)
        }
    }

    mutating func finish() throws(Failure) -> FileRecord? {
        guard case .file(let file, var pairing) = self else { return nil }
        do throws(CameraFrameError) { try pairing.finish() } catch { throw Failure(camera: file.name, error) }
        return FileRecord(role: "camera", file: file.name, sha256: file.sha256 ?? "")
    }

    /// The frame that a recorded run has of a reply; `nil` where it has none.
    static func frame(recorded: JSONValue?, depth: Double) throws(Failure) -> ReadCameraFrame? {
        guard let recorded else { return nil }
        do throws(CameraFrameError) {
            return try CameraFrameReader.frame(Array(recorded.text), depth: depth)
        } catch { throw Failure(camera: "the recorded run", error) }
    }

    /// The frame of a reply; `nil` where there is none, and why, if that can be said.
    mutating func frame(
        for request: String, recorded: JSONValue? = nil, depth: Double
    ) throws(Failure) -> (frame: ReadCameraFrame?, lack: SenseEvent?) {
        switch self {
        case .record: return (try CameraSource.frame(recorded: recorded, depth: depth), nil)
        case .file(let file, var pairing):
            defer { self = .file(file, pairing) }
            do throws(CameraFrameError) { return (try pairing.frame(for: request), nil) } catch {
                throw Failure(camera: file.name, error)
            }
        case .app(let api):
            let bytes: [UInt8]?
            do throws(Failure) {
                bytes = try waiting { () async throws(Failure) in
                    do throws(SensorFailure) { return try await api.frame(of: request) } catch {
                        throw .phone(error)
                    }
                }
            } catch {
                guard let failure = error.cause as? SensorFailure else { throw error }
                return (nil, SenseEvent(.noFrame, "\(request) \(failure.code): \(failure.message)"))
            }
            guard let bytes else { return (nil, nil) }
            do throws(CameraFrameError) {
                let frame = try CameraFrameReader.frame(bytes, depth: depth)
                guard let other = frame.frame.requestID, RequestID(other) != RequestID(request) else {
                    return (frame, nil)
                }
                return (nil, SenseEvent(.noFrame, "\(request): the app answered with the frame of \(other)"))
            } catch {
                return (nil, SenseEvent(.badCamera, "\(request) \(error.message)"))
            }
        }
    }
}
