import Foundation
import Markers
import SensorReports
import StrictJSON
import ToolMarkers
import ToolTerminal
import VisionSensor
import VisionSensorClient

/// A run of detections, from a file or from a phone.
struct SenseWork {
    let options: SenseOptions
    var run: SenseRun
    private var cameras: CameraSource
    private var journal: SenseJournal?
    /// The requests that a record has already.
    private var done = 0
    private var hasAnswered = false
    private(set) var inputs: [FileRecord] = []

    /// Fruitless requests in a row after which a phone is given up.
    private static let mostFruitless = 3
    /// Requests between two looks at how hot the phone is.
    private static let statusEvery = 25

    init(_ options: SenseOptions) throws(Failure) {
        self.options = options
        cameras = try CameraSource(options)
        run = SenseRun(options.question)
    }

    /// Reads a recorded run, or replies as a phone writes them.
    mutating func replay(_ file: String, isOwn: Bool = false) throws(Failure) {
        let input = try Input.open(file)
        var reader = SenseRecordReader(input.source(isDigested: !isOwn))
        while true {
            let next: (record: SenseRecord, line: Int)?
            do throws(JSONError) { next = try reader.next() } catch {
                throw Failure(reading: file, error)
            }
            guard let record = next?.record else {
                if !isOwn {
                    inputs.append(FileRecord(role: "detections", file: file, sha256: input.sha256 ?? ""))
                }
                return
            }
            switch record {
            case .run(let id): run.id = id
            case .track(_, let key): journal?.keys.insert(key)
            case .event(let event): run.note(event)
            case .refused(let request, let code, let message):
                try refuse(request, code, message)
            case .reply(let request, let body, let camera, let lack):
                done += 1
                try add(request, body, camera, lack, isOwn: isOwn)
            }
        }
    }

    /// Adds a recorded reply; a file of camera frames goes along with it, whether or not the record has its own.
    private mutating func add(
        _ request: String, _ body: JSONValue, _ recorded: JSONValue?, _ lack: SenseEvent?, isOwn: Bool
    ) throws(Failure) {
        let camera: (frame: ReadCameraFrame?, lack: SenseEvent?)
        if isOwn, case .app = cameras {
            camera = (try CameraSource.frame(recorded: recorded, depth: depth), nil)
        } else {
            camera = try cameras.frame(for: request, recorded: recorded, depth: depth)
        }
        do throws(SensorError) {
            run.add(
                try DetectReply(Array(body.text), to: request.isEmpty ? nil : request), from: camera.frame,
                lack: camera.lack ?? lack)
        } catch {
            run.refuse(request, code: error.code, message: error.message)
        }
    }

    /// Adds a reply of which nothing is kept; a file of camera frames has a line for it, too.
    private mutating func refuse(_ request: String, _ code: String, _ message: String) throws(Failure) {
        done += 1
        if case .file = cameras {
            _ = try cameras.frame(for: request, depth: depth)
        }
        run.refuse(request, code: code, message: message)
    }

    mutating func finish() throws(Failure) -> SenseReport {
        if let camera = try cameras.finish() { inputs.append(camera) }
        return run.report()
    }

    private var depth: Double { options.question.depth.deviation }

    /// Opens the record of a run on a phone, and continues from what is there.
    mutating func begin(id: String) throws(Failure) {
        run.id = id
        guard let file = options.record else { return }
        let journal = try SenseJournal(file, replaces: options.replacesFile)
        self.journal = journal
        if journal.isEmpty {
            try journal.add(.run(id))
        } else {
            run.id = nil
            try replay(file, isOwn: true)
            // Replies of another program have no name yet.
            guard run.id == nil else { return }
            run.id = id
            try journal.add(.run(id))
        }
    }

    /// Asks a phone for detections, until there are as many as were asked for.
    mutating func ask(_ sensor: SensorAPI) throws(Failure) {
        var fruitless = 0, isCool = true, hasDetected = false
        let wanted = options.frames ?? SenseOptions.usualFrames
        while done < wanted {
            if done % SenseWork.statusEvery == 0, isCool { isCool = try coolDown(sensor) }
            done += 1
            let answer: DetectAnswer
            do throws(Failure) {
                answer = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.detect()
                }
                (fruitless, hasAnswered, hasDetected) = (0, true, true)
            } catch {
                guard let failure = error.cause as? SensorFailure else { throw error }
                if case .refused(let reason) = failure.reason {
                    let request = "request \(done)"
                    done -= 1
                    try refuse(request, reason.code, reason.message)
                    try journal?.add(
                        .refused(request: request, code: reason.code, message: reason.message))
                    continue
                }
                // It is asked for again, so that there are as many as were asked for.
                done -= 1
                fruitless += 1
                try note(SenseEvent(.noAnswer, "\(failure.code): \(failure.message)"))
                let isAnswered = hasDetected || !failure.isSilence
                guard isAnswered, fruitless < SenseWork.mostFruitless else { throw error }
                continue
            }
            let (frame, lack) = try cameras.frame(for: answer.reply.requestID, depth: depth)
            run.add(answer.reply, from: frame, lack: lack)
            guard let journal else { continue }
            // Both were read before.
            guard let body = try? JSONValue(answer.body) else { continue }
            let camera = frame.flatMap { try? JSONValue($0.json) }
            try journal.add(
                .reply(request: answer.reply.requestID, body: body, camera: camera, lack: lack))
        }
    }

    /// Looks how hot the phone is, and lowers its rate once; false once it was hot.
    private mutating func coolDown(_ sensor: SensorAPI) throws(Failure) -> Bool {
        let status: SensorStatus
        do throws(Failure) {
            status = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.status() }
        } catch {
            // A phone that has not said a word yet is not asked again and again.
            guard let failure = error.cause as? SensorFailure, failure.isSilence, !hasAnswered else {
                return true
            }
            throw error
        }
        hasAnswered = true
        guard status.isHot else { return true }
        try note(status.heat)
        guard let rate = options.hotRate else { return false }
        _ = try SenseOptions.asking { () async throws(SensorFailure) in
            try await sensor.change(SensorSettings(targetFPS: rate))
        }
        return false
    }

    /// Notes something, in the record too, so that a repeated run says the same.
    mutating func note(_ event: SenseEvent) throws(Failure) {
        run.note(event)
        try journal?.add(.event(event))
    }

    func keepKeys(_ report: SenseReport) throws(Failure) {
        for marker in report.markers { try journal?.add(track: marker.number, key: marker.key) }
    }
}

/// The file of a run, which grows line by line and from which an interrupted run continues.
final class SenseJournal {
    let file: String
    private let descriptor: Int32
    var keys: Set<String> = []

    /// Opens the file; a line that was cut off is let go.
    init(_ file: String, replaces: Bool) throws(Failure) {
        self.file = file
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : 0), 0o666)
        guard descriptor >= 0 else {
            throw .outputRefused(option: "--record", file: file, errno: errno)
        }
        let size = lseek(descriptor, 0, SEEK_END)
        var end = size, byte: UInt8 = 0
        while end > 0, pread(descriptor, &byte, 1, end - 1) == 1, byte != UInt8(ascii: "\n") { end -= 1 }
        guard ftruncate(descriptor, end) == 0, lseek(descriptor, end, SEEK_SET) == end else {
            throw .outputFailed(file: file, errno: errno)
        }
        isEmpty = end == 0
    }

    deinit { close(descriptor) }

    /// Whether nothing was recorded before.
    let isEmpty: Bool

    func add(_ record: SenseRecord) throws(Failure) {
        let line = record.line
        var written = 0
        while written < line.count {
            let count = line[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw .outputFailed(file: file, errno: errno) }
            written += max(count, 0)
        }
    }

    func add(track: Int, key: String) throws(Failure) {
        guard keys.insert(key).inserted else { return }
        try add(.track(track, key: key))
    }
}
