import Foundation
package import Markers
package import MarkersJobs
package import ToolTerminal

package enum JobAction: String, CaseIterable, Sendable {
    /// Creates it from a plan and runs it.
    case apply
    case resume, undo, verify
    /// Reads its file only.
    case status

    /// The direction in which it runs the job; `nil` if it changes nothing on the server.
    package var direction: UpdateRule.Direction? {
        switch self {
        case .apply, .resume: .apply
        case .undo: .undo
        case .verify, .status: nil
        }
    }
}

package struct JobOptions: Sendable {
    package var action = JobAction.apply
    package var file: String?
    /// Whether to skip the question.
    package var saysYes = false
    package var takesLocks = true
    package var marks = true
    package var policy = ConflictPolicy.stop
    /// In seconds.
    package var patience = 60
    package var rate: RateCap?
    package var concurrency = AdaptiveLimit.range.upperBound

    package init() {}

    /// The options of `quadcal recalibrate` that are about jobs.
    package static let options: [Option<JobOptions>] = [
        Option(
            file: "--job", "FILE", to: "write",
            "the job: what was there before, and its progress (SPACE-PLAN.job)", \.file),
        Option(switch: "--resume", slot: action, "resume a job that was stopped") { $0.action = .resume },
        Option(switch: "--undo", slot: action, "restore what a job changed") { $0.action = .undo },
        Option(switch: "--verify", slot: action, "compare the server with a job") { $0.action = .verify },
        Option(switch: "--status", slot: action, "show the progress of a job, from its file alone") {
            $0.action = .status
        },
        Option(switch: "--yes", "do not ask; required without a terminal", \.saysYes),
        Option(switch: "--no-lock", "do not lock the sessions") { $0.takesLocks = false },
        Option(
            switch: "--mark", slot: mark,
            "note the job in its sessions' meta, for people who do not have its file (the default)", \.marks),
        Option(switch: "--no-mark", slot: mark, "do not note it there") { $0.marks = false },
        Option(
            word: "--conflicts", "POLICY",
            "other people's edits: stop, skip, take-theirs, recompute or overwrite (stop)", \.policy),
        Option("--patience", "SECONDS", "wait so long for a server that fails or does not answer (60)") {
            (options, text) throws(BadValue) in
            guard let seconds = Int(text), JobOptions.patience ~= seconds else {
                throw BadValue(
                    expected: "a whole number of seconds from 0 to \(JobOptions.patience.upperBound)")
            }
            options.patience = seconds
        },
        Option("--rate", "N", "at most N requests a second (no limit)") {
            (options, text) throws(BadValue) in
            guard case .number(let number) = NumberText(text), let rate = RateCap(perSecond: number) else {
                throw BadValue(expected: "a number of requests a second above 0")
            }
            options.rate = rate
        },
        Option("--concurrency", "N", "at most N requests at a time (\(AdaptiveLimit.range.upperBound))") {
            (options, text) throws(BadValue) in
            guard let number = Int(text), AdaptiveLimit.range ~= number else {
                throw BadValue(
                    expected:
                        "a whole number from \(AdaptiveLimit.range.lowerBound) to \(AdaptiveLimit.range.upperBound)"
                )
            }
            options.concurrency = number
        },
    ]

    private static let action = "action", mark = "mark"
    /// An hour outlasts any restart.
    private static let patience = 0...3600

    /// Refuses a policy that the mode does not have.
    package func check(for mode: PushMode) throws(Failure) {
        if policy == .recompute, mode != .calibrated {
            throw .contradiction("--conflicts recompute", "--mode \(mode.rawValue), which recomputes nothing")
        }
    }
}
