internal import Foundation

/// Jobs with files as a loss of power, or of a part of a disk, may leave them.
struct TornFiles {
    let settings: Settings

    /// Pages of the database, and frames of its log with their heads.
    private static let page = 4096, frame = 4096 + 24, logHead = 32
    /// Every change of a marker waits this many milliseconds, enough for groups of progress to be written.
    private static let slow = ["--fault", "latency=12:1:before:PATCH"]

    /// The damage to one file.
    struct Tear: Sendable {
        let file: String
        let what: String
        /// True if the job must open all the same.
        let mustOpen: Bool
        let change: @Sendable (Data) -> Data?
    }

    func sweep(_ mode: PushMode) throws -> [String: Any] {
        let settings = settings
        let opened = Shared(0), refused = Shared<[String: Int]>([:]), log = Shared(0)
        let count = Shared<[Tear]>([])
        @Sendable func stage() throws -> Stage {
            let stage = try Stage(
                try Scene(settings.tool, mode, markers: settings.markers, serverOptions: TornFiles.slow))
            try stage.begin(.resume, starting: false)
            let state = try stage.scene.folder.state(["hall.job"])
            log.with { $0 = state["hall.job-wal"]?.count ?? 0 }
            // Later stages may have shorter logs; the tears that are counted out below are those of the first.
            count.with { if $0.isEmpty { $0 = TornFiles.tears(state) } }
            return stage
        }
        try stage().scene.remove()
        guard log.value > TornFiles.logHead else {
            throw KillError.unexpected("the job has no log to be torn")
        }
        let tally = try Tally.over(
            settings.points(through: count.value.count).map { $0 - 1 }, workers: settings.workers, stage
        ) { stage, place in
            let tear = count.value[place], folder = stage.scene.folder
            try stage.begin(.resume)
            let data = try tear.change(folder.bytes(tear.file))
            if let data { try folder.write(data, tear.file) } else { try folder.clear(tear.file) }
            let written = try Snapshot(stage.scene).ours
            let first = try stage.scene.program(.resume).finished()
            if first.exit == 3 {
                refused.with { $0[String(first.advice.split(separator: "\n").first ?? ""), default: 0] += 1 }
                var found =
                    try Snapshot(stage.scene).ours == written ? [] : ["I2 written by a job that is refused"]
                if tear.mustOpen { found.append("I5 not opened: \(first.advice)") }
                if first.advice.isEmpty { found.append("I4 no word why") }
                return (true, found.map { "\(mode) \(tear.what): \($0)" })
            }
            opened.with { $0 += 1 }
            let found = try stage.violations(after: .resume, editing: false)
            return (true, found.map { "\(mode) \(tear.what): \($0)" })
        }
        return tally.document.merging(
            ["opened": opened.value, "refused": refused.value, "log_bytes": log.value]
        ) { $1 }
    }

    private static func tears(_ state: [String: Data]) -> [Tear] {
        var tears: [Tear] = []
        let log = state["hall.job-wal"]?.count ?? 0, main = state["hall.job"]?.count ?? 0
        var lengths = [0, 1, logHead - 1, logHead]
        for start in stride(from: logHead, to: log, by: frame) {
            lengths += [start + 1, start + 24, start + 24 + page / 2, start + frame - 1, start + frame]
        }
        for length in lengths where length < log {
            tears.append(
                Tear(file: "hall.job-wal", what: "log cut to \(length) bytes", mustOpen: true) {
                    $0.prefix(length)
                })
            tears.append(
                Tear(file: "hall.job-wal", what: "log zero from \(length) on", mustOpen: true) {
                    $0.prefix(length) + Data(count: log - length)
                })
        }
        tears.append(Tear(file: "hall.job-wal", what: "no log", mustOpen: true) { _ in nil })
        tears.append(Tear(file: "hall.job-shm", what: "no index of the log", mustOpen: true) { _ in nil })
        tears.append(
            Tear(file: "hall.job-shm", what: "an empty index of the log", mustOpen: true) { _ in Data() })
        tears.append(
            Tear(file: "hall.job-shm", what: "an index of the log of noise", mustOpen: true) {
                Data($0.indices.map { UInt8(truncatingIfNeeded: $0 &* 167) })
            })
        for length in stride(from: 0, to: main, by: page / 2) {
            tears.append(
                Tear(file: "hall.job", what: "cut to \(length) bytes", mustOpen: false) { $0.prefix(length) })
            tears.append(
                Tear(file: "hall.job", what: "zero from \(length) on", mustOpen: false) {
                    $0.prefix(length) + Data(count: main - length)
                })
        }
        return tears
    }
}
