import Foundation

/// A story of an operator: the commands that they give, and what happens to them.
enum CampaignStory: String, CaseIterable, Sendable {
    /// Applied and undone, perhaps while people edit.
    case whole
    /// Stopped by Ctrl-C halfway, resumed, undone; people edit in between.
    case interrupted
    /// Killed halfway, there and back.
    case killed
    /// Stopped halfway and undone.
    case half
    /// Stopped halfway; then somebody begins a new job with another motion in the same folder.
    case newJob = "new-job"
    /// Stopped halfway; then somebody on another machine begins the same again.
    case elsewhere
    /// A server that does not take what the mode needs.
    case unsuitable

    func play(_ round: inout CampaignRound) throws {
        switch self {
        case .whole: try playWhole(&round)
        case .interrupted: try playStopped(&round, SIGINT)
        case .killed: try playStopped(&round, SIGKILL)
        case .half: try playHalf(&round)
        case .newJob: try playRival(&round, CampaignJob(file: "b.job", motion: 1))
        case .elsewhere: try playRival(&round, CampaignJob(isBySet: true, isElsewhere: true))
        case .unsuitable: try playUnsuitable(&round)
        }
    }

    private func playWhole(_ round: inout CampaignRound) throws {
        let job = CampaignJob()
        let isCrowded = round.draws(oneIn: 2)
        let applied = try round.command(round.apply(job), of: job, isCrowded: isCrowded)
        _ = try round.follow(applied, of: job)
        // It may find what it likes, but not that markers are gone.
        _ = try round.command(round.verify(job), of: job)
        try round.edit(2)
        try undo(&round, job)
    }

    private func playStopped(_ round: inout CampaignRound, _ signal: Int32) throws {
        let job = CampaignJob()
        let half = (signal: signal, writes: round.isVector ? 1 : round.draw.markers / 2)
        guard let begun = try round.begin(job, stop: signal) else { return }
        try round.edit(3, CampaignPeople.usual + (round.draws(oneIn: 3) ? [.removal] : []))
        _ = try round.follow(begun, of: job)
        try round.edit(2, round.isVector && round.draws(oneIn: 2) ? [.vector] : CampaignPeople.usual)
        let undone = try round.command(round.undo(job), of: job, stop: half)
        try round.edit(1)
        _ = try round.follow(undone, of: job)
    }

    private func playHalf(_ round: inout CampaignRound) throws {
        let job = CampaignJob()
        guard try round.begin(job, stop: SIGINT) != nil else { return }
        try round.edit(3)
        try undo(&round, job)
    }

    /// Half a job, another over it, and then the rest of the first one, there and back.
    private func playRival(_ round: inout CampaignRound, _ rival: CampaignJob) throws {
        let job = CampaignJob(isBySet: rival.isBySet)
        guard let begun = try round.begin(job, stop: SIGINT) else { return }
        // The signal may come when all is done; then the other job has every right to move markers that somebody has moved.
        guard round.isVector || round.isHalfMoved else { return try undo(&round, job) }
        let before = round.writes
        round.meetRival()
        let other = try round.command(round.apply(rival), of: rival)
        if other.exit == 0, round.draw.mode == .raw, !round.isMovedOnce(by: rival) {
            round.note(.misreported, "a job over a space of which half was moved: \(other.summary)")
        }
        // What it wrote is judged by the log; nothing better can come of it.
        guard round.writes == before else { return }
        _ = try round.follow(begun, of: job)
        try undo(&round, job)
    }

    private func undo(_ round: inout CampaignRound, _ job: CampaignJob) throws {
        _ = try round.follow(try round.command(round.undo(job), of: job), of: job)
    }

    private func playUnsuitable(_ round: inout CampaignRound) throws {
        let job = CampaignJob()
        let run = try round.command(round.apply(job), of: job)
        if run.exit == 0 { round.note(.misreported, "done on a server that does not do it: \(run.summary)") }
        _ = try round.follow(run, of: job)
    }
}

/// A job of a story.
struct CampaignJob: Sendable {
    var file = "a.job"
    /// The place of its motion.
    var motion = 0
    /// Whether its motion is found by the labels of the reference set.
    var isBySet = false
    /// Whether it is made on another machine.
    var isElsewhere = false
}
