import Foundation
import KillSweep
import MarkersSandbox

/// One story of an operator on a server of its own, and what was found wrong with it.
struct CampaignRound {
    let draw: CampaignDraw
    private let server: SandboxServer
    private let scene: CampaignScene
    private let motions: [CampaignMotion]
    private let tool: CampaignTool
    /// The folders of the operator and of somebody on another machine.
    private let here: URL, elsewhere: URL
    private let clock: ShiftedClock
    private let faults: [Fault]
    private var random: SeededGenerator
    private var ledger: CampaignLedger
    private var result = CampaignResult()
    private var hasRival = false

    /// Commands that an operator gives as advised before they wait for better times.
    private static let patience = 4

    /// The longest outage of a server, in milliseconds.
    private static let outage = 10_000

    /// Plays a story.
    static func play(_ draw: CampaignDraw, _ kit: CampaignKit) throws -> CampaignResult {
        let folder = try CampaignKit.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var round = try CampaignRound(draw, kit, folder)
        defer { round.server.stop() }
        try draw.story.play(&round)
        round.result.findings += round.ledger.findings
        round.result.fired = round.server.faults.map(\.fault)
        round.result.requests = round.server.requestCount
        let places = Set(
            round.result.findings.map(\.place).filter { round.ledger.tracks[$0] != nil }.suffix(3))
        for effect in round.server.effects where places.contains(effect.id) && effect.action != .create {
            let who = effect.agent?.hasPrefix(CampaignLedger.editor) == true ? "people" : "tool"
            round.result.trail.append(
                "\(effect.id) \(who) \(effect.action.rawValue) version \(effect.version ?? 0): \(effect.body ?? "")"
            )
        }
        return round.result
    }

    private init(_ draw: CampaignDraw, _ kit: CampaignKit, _ folder: URL) throws {
        self.draw = draw
        random = SeededGenerator(seed: draw.seed, sample: draw.number)
        clock = ShiftedClock()
        faults = draw.faults(by: &random)
        server = try SandboxServer(
            SandboxOptions(
                seed: random.next(), variants: draw.variants, tokenSeconds: draw.needsToken ? 86_400 : nil,
                clock: clock.clock))
        motions = CampaignMotion.all(draw.mode)
        (here, elsewhere) = (folder.appending(path: "here"), folder.appending(path: "elsewhere"))
        for folder in [here, elsewhere] { try kit.write(draw.mode, to: folder) }
        tool = CampaignTool(
            path: kit.tool, address: server.address, mode: draw.mode, addsVector: draw.hasVector)
        scene = try CampaignScene(
            CampaignRound.exchange(server, draw), markers: draw.markers,
            vector: draw.hasVector ? CampaignScene.vector : nil, motions[0])
        ledger = CampaignLedger(scene, draw.mode, motions, draw.variants)
        ledger.skip(server.effects)
    }

    /// A way to the server for people, with a token of its own.
    private static func exchange(_ server: SandboxServer, _ draw: CampaignDraw) throws -> Exchange {
        Exchange(port: server.port, token: draw.needsToken ? try token(server) : nil)
    }

    private static func token(_ server: SandboxServer) throws -> String? {
        let answer = try Exchange(port: server.port).ask("POST", "/sandbox/token")
        return (answer as? [String: Any])?["token"] as? String
    }

    // MARK: - What stories are made of

    var isVector: Bool { draw.mode == .vector }

    /// The number of the tool's writes so far.
    var writes: Int { ledger.writes }

    /// The command that makes a job by the motion of a place, or by the targets of the reference set.
    func apply(_ job: CampaignJob) -> [String] {
        tool.apply(
            job.isBySet ? .set(scene.targets) : .fit(CampaignKit.fit(job.motion)),
            // A vector moves the whole space.
            to: scene.sessions + (isVector ? [scene.other] : []), job: job.file)
    }

    /// Lets people edit some markers while nothing runs and nothing fails.
    mutating func edit(_ count: Int, _ kinds: [CampaignPeople.Edit] = CampaignPeople.usual) throws {
        server.meet([])
        let people = CampaignPeople(exchange: try CampaignRound.exchange(server, draw), scene: scene)
        for _ in 0..<count { people.edit(kinds, by: &random) }
        ledger.take(server.effects)
    }

    /// Gives a command while requests fail, perhaps while people edit, and stops it by a signal after some writes.
    mutating func command(
        _ words: [String], of job: CampaignJob, isFaulty: Bool = true, isCrowded: Bool = false,
        stop: (signal: Int32, writes: Int)? = nil
    ) throws -> CampaignRun {
        var faults = isFaulty ? faults : []
        let slows = stop != nil || isCrowded
        if slows {
            faults += [Fault(.latency(milliseconds: 5), .rate(1), .after, of: RequestSelection("PATCH"))]
        }
        let token = draw.needsToken ? try CampaignRound.token(server) : nil
        let people = CampaignPeople(exchange: try CampaignRound.exchange(server, draw), scene: scene)
        if words == apply(job), ledger.writes == 0 { ledger.rebase() }
        server.meet(faults)
        if !isFaulty { wait(for: people) }
        let running = try tool.start(words, in: job.isElsewhere ? elsewhere : here, token: token)
        if let stop {
            wait(for: stop.writes, of: running)
            running.send(stop.signal)
        }
        var crowd: CampaignCrowd?
        if isCrowded {
            // Edits before the plan belong to what it finds.
            wait(for: 1, of: running)
            crowd = CampaignCrowd(people, edits: draw.markers / 4, seed: random.next())
        }
        let run = try running.ended()
        crowd?.end()
        ledger.take(server.effects)
        result.commands += 1
        result.log.append(run.summary)
        if run.isLate { note(.endless, "a command did not end: \(run.summary)") }
        // Reports on what people change at the same moment may be older than that.
        if !isCrowded { judge(run, job) }
        return run
    }

    /// Waits until the server is back from an outage.
    private func wait(for people: CampaignPeople) {
        var rest = CampaignRound.outage
        while rest > 0, !people.reach() {
            usleep(1000)
            rest -= 1
        }
    }

    /// Waits until a command has made so many writes, or has ended.
    private mutating func wait(for writes: Int, of running: CampaignTool.Running) {
        let goal = ledger.writes + writes
        while running.isRunning, ledger.writes < goal {
            usleep(1000)
            ledger.take(server.effects)
        }
    }

    private mutating func judge(_ run: CampaignRun, _ job: CampaignJob) {
        let judge = CampaignJudge(
            ledger: ledger, mode: draw.mode, scene: scene, motions: motions, motion: job.motion,
            hasRival: hasRival, hasOldReads: hasMet("stale"), hasShortLists: hasMet("list-short"))
        result.findings += judge.findings(run)
    }

    /// Whether a kind of fault has met any request.
    private func hasMet(_ kind: String) -> Bool {
        server.faults.contains { $0.fault.hasPrefix(kind + ":") }
    }

    /// Does what reports advise while requests fail, and then while nothing fails, until nothing is left to do.
    mutating func follow(_ run: CampaignRun, of job: CampaignJob) throws -> CampaignRun {
        var run = run
        for _ in 0..<(hasLastingFaults ? CampaignRound.patience : 0) {
            guard let next = next(after: run, of: job) else { break }
            run = try command(next, of: job)
        }
        if hasOrphanedLock { clock.advance() }
        for step in 1...CampaignRound.patience {
            guard let next = next(after: run, of: job) else { return run }
            let (writes, counts) = (ledger.writes, run.report?.counts)
            run = try command(next, of: job, isFaulty: false)
            if run.report == nil {
                note(.futile, run.summary)
                clock.advance()
            } else if step > 1, ledger.writes == writes, run.report?.counts == counts,
                self.next(after: run, of: job) != nil
            {
                note(.endless, run.summary)
                return run
            }
        }
        if next(after: run, of: job) != nil { note(.endless, run.summary) }
        return run
    }

    /// Whether faults go on, unlike one that meets a certain request.
    private var hasLastingFaults: Bool {
        faults.contains { if case .rate = $0.moment { true } else { false } }
    }

    /// Whether a lock was taken by a request whose answer was lost, so that nobody can let it go.
    private var hasOrphanedLock: Bool {
        server.faults.contains { $0.fault.hasSuffix(":after:lock") }
    }

    /// The command that continues a job; nil if it has ended.
    private func next(after run: CampaignRun, of job: CampaignJob) -> [String]? {
        guard run.exit != 0 else { return nil }
        guard let report = run.report else {
            return exists(job) && run.words == apply(job) ? tool.resume(job.file) : run.words
        }
        return report.goOn.map(tool.advised)
    }

    /// Makes a job and stops it halfway; where that fails before there is a job, once more while nothing fails.
    ///
    /// Returns nil if there is no job then either.
    mutating func begin(_ job: CampaignJob, stop signal: Int32) throws -> CampaignRun? {
        let half = (signal: signal, writes: isVector ? 1 : draw.markers / 2)
        let run = try command(apply(job), of: job, stop: half)
        if hasOrphanedLock { clock.advance() }
        guard !exists(job) else { return run }
        let again = try command(apply(job), of: job, isFaulty: false, stop: half)
        if !exists(job) { note(.futile, "no job: \(again.summary)") }
        return exists(job) ? again : nil
    }

    private func exists(_ job: CampaignJob) -> Bool {
        let folder = job.isElsewhere ? elsewhere : here
        return FileManager.default.fileExists(atPath: folder.appending(path: job.file).path)
    }

    func resume(_ job: CampaignJob) -> [String] { tool.resume(job.file) }
    func verify(_ job: CampaignJob) -> [String] { tool.verify(job.file) }
    func undo(_ job: CampaignJob) -> [String] { tool.undo(job.file) }

    /// Whether every marker was moved by the motion of a job and by nothing else.
    func isMovedOnce(by job: CampaignJob) -> Bool {
        ledger.tracks.values.allSatisfy { !$0.isThere || $0.applied == [job.motion] }
    }

    /// Whether some markers were never written.
    var isHalfMoved: Bool { ledger.tracks.values.contains { $0.isThere && $0.writes == 0 } }

    /// Says that two jobs are under way.
    mutating func meetRival() { hasRival = true }

    /// True in one of so many cases.
    mutating func draws(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    mutating func note(_ kind: CampaignFinding.Kind, _ text: String) {
        result.findings.append(CampaignFinding(kind, "the job", text))
    }
}
