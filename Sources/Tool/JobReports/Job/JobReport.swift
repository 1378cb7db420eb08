import Foundation
package import Markers
package import MarkersJobs
import StrictJSON
package import ToolServer
package import ToolTerminal

/// A job as it is reported: what people read and what programs read are both made from this value.
@dynamicMemberLookup
package struct JobReport: Sendable {
    typealias Comparison = JobStatus.Comparison

    private let status: JobStatus
    package let action: JobAction
    package let commands: NextSteps
    package let loudness: Loudness
    /// The number of markers that the plan could not move, if it was made in this run.
    package let refused: Int
    /// The sessions that the rule for all sessions left out, if the plan was made in this run.
    let leftOut: [LeftOutSession]

    package init(
        _ status: JobStatus, _ action: JobAction, _ commands: NextSteps, _ loudness: Loudness,
        of plan: SpacePlan? = nil
    ) {
        (self.status, self.action, self.commands) = (status, action, commands)
        (self.loudness, refused) = (loudness, plan?.refusedCount ?? 0)
        leftOut = plan.map(LeftOutSession.sessions) ?? []
    }

    package subscript<Value>(dynamicMember member: KeyPath<JobStatus, Value>) -> Value {
        status[keyPath: member]
    }

    package var warnings: [RunWarning] { status.run?.warnings ?? [] }

    package var exitCode: ExitCode {
        if let code = status.run?.stop?.exitCode { return code }
        switch status.comparison {
        case .failed(let error)?: return error.exitCode
        case .made(let report)? where !report.isSound: return .findings
        default: break
        }
        guard action != .verify else { return .good }
        return status.isComplete && refused == 0 ? .good : .findings
    }

    package var verdict: Verdict {
        guard exitCode == .good else { return .fail }
        var hasEdits = false
        if case .made(let comparison)? = status.comparison { hasEdits = !comparison.edited.isEmpty }
        let hasDetails = status.details?.problem == nil && !status.detailsAreDue
        return warnings.isEmpty && !hasEdits && hasDetails ? .pass : .warn
    }

    /// Whether all that it did was put back, so that there is nothing to resume.
    package var isUndone: Bool {
        let back = status.counts[.undone, default: 0]
        return status.vector.map { $0.word == .undone } ?? (back > 0 && back == status.total)
    }

    package var ways: [(name: String, command: String)] {
        let again: JobAction = status.direction == .apply ? .resume : .undo
        return status.advice.map { advice in
            switch advice {
            case .goOn: (again.rawValue, commands.line(again))
            case .settle(let policy): (policy.rawValue, commands.line(again, policy))
            case .undo: ("undo", commands.line(.undo))
            }
        }
    }

    /// The command line that continues it without harm to anybody's work, if anything is left to do.
    var goOn: String? {
        switch status.advice.first {
        case .goOn?, .settle(.takeTheirs)?: ways.first?.command
        default: nil
        }
    }
}

extension StopReason {
    /// The exit code of a run that was stopped by it.
    fileprivate var exitCode: ExitCode {
        switch self {
        case .interrupted: .interrupted
        case .conflict, .deadline, .lockLost: .findings
        case .unsuitable, .outage: .network
        case .failed(let error): error.exitCode
        case .job: .unreadable
        }
    }
}

/// A session whose markers stay where they are because of the rule by which sessions were chosen.
struct LeftOutSession: WrittenObject, Sendable {
    private let id: UUID
    private let reason: String
    private let markers: Int

    static let members: [DocumentMember<LeftOutSession>] = [
        .always("id", \.id.wireText, "The id of the session."),
        .always("reason", \.reason, "The code of the reason."),
        .always("markers", \.markers, "The number of its markers."),
    ]

    /// The sessions that a plan leaves out, by reason and id; not those that were not named where others were.
    static func sessions(_ plan: SpacePlan) -> [LeftOutSession] {
        var counts: [UUID: (reason: String, markers: Int)] = [:]
        for one in plan.plan.leftOut {
            guard case .session(let reason) = one.reason, reason != .notChosen else { continue }
            counts[plan.listing.markers[one.index].workSessionID, default: (reason.code, 0)].markers += 1
        }
        return counts.map { LeftOutSession(id: $0.key, reason: $0.value.reason, markers: $0.value.markers) }
            .sorted { ($0.reason, $0.id.wireText) < ($1.reason, $1.id.wireText) }
    }
}

/// The command lines that continue a job, as they are typed.
package struct NextSteps: Sendable {
    package let file: String
    package var connection: ConnectionOptions

    package init(file: String, connection: ConnectionOptions) {
        self.file = file
        self.connection = connection
    }

    /// A command line with the options for reaching the server: that the user named, or agreed to; one that only the job's file
    /// names is not repeated.
    package func line(_ action: JobAction, _ policy: ConflictPolicy? = nil) -> String {
        let policy = policy.map { ["--conflicts", $0.rawValue] } ?? []
        let words =
            ["quadcal", "recalibrate", "--\(action.rawValue)", "--job", file] + policy + connection.words
        return words.map(ShellWord.quoted).joined(separator: " ")
    }
}

extension ConnectionOptions {
    /// The options for reaching the server that the user named, word by word.
    package var words: [String] {
        var words = server.map { ["--api", "\($0)"] } ?? []
        switch secretSource {
        case .file(let path)?: words += ["--token-file", path]
        case .refreshFile(let path)?: words += ["--refresh-token-file", path]
        case .standardInput?: words += ["--token-stdin"]
        case nil: break
        }
        if let authorities { words += ["--ca-file", authorities] }
        for host in plainHosts.sorted() { words += ["--allow-http", host] }
        return words
    }
}

extension SpaceListing {
    /// The file of a plan's job in the current folder, named after the space and the plan.
    package func jobFile(of plan: RecalibrationPlan) -> String {
        let key = String(
            space.key.map {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-"
            }.prefix(40))
        return "\(key.hasPrefix("-") ? "space" + key : key)-\(plan.digest.prefix(8)).job"
    }
}
