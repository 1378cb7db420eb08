import Foundation
import KillSweep
import MarkersSandbox

/// Jobs of the tool, there and back, on faulty servers: stopped, killed, edited in between, and begun over half-moved spaces.
///
/// The log of each server is the judge, not what the tool reads. A round plays one story with one kind of fault; a sweep has
/// every kind. Every kind must have fired, and nothing may be found.
enum CampaignBench {
    static let usage =
        "campaign [--markers N] [--requests N] [--seed N] [--mode MODE] [--round N] [--workers N] [--quadcal FILE]"

    static func run(_ options: [String: String]) throws -> Any {
        let markers = try options.count("markers", default: 24)
        let seed = UInt64(try options.count("seed", default: 1))
        let requests = try options.count("requests", default: 1)
        let modes =
            options["mode"].map { name in CampaignMode.allCases.filter { $0.rawValue == name } }
            ?? CampaignMode.allCases
        guard !modes.isEmpty else { throw BenchError.usage("--mode takes raw, calibrated or vector") }
        let kit = try CampaignKit(options["quadcal"] ?? QuadcalTool.path, modes)
        @Sendable func draw(_ number: Int) -> CampaignDraw {
            CampaignDraw(number, seed: seed, modes: modes, markers: markers)
        }
        if let text = options["round"] {
            guard let number = Int(text) else { throw BenchError.usage("--round takes a number") }
            return try one(draw(number), kit)
        }
        let total = CampaignTotal()
        // Two modes without a kind of fault would leave half of the table out.
        let sweep = CampaignFault.kinds.count + 1
        let problem = CampaignProblem()
        Workers.run(try options.count("workers", default: 4)) { _ in
            while problem.value == nil, let number = total.next(sweep: sweep, requests: requests) {
                do { total.add(draw(number), try CampaignRound.play(draw(number), kit)) } catch {
                    problem.value = error
                }
            }
        }
        if let error = problem.value { throw error }
        return total.document.merging(["seed": Int(seed), "markers": markers]) { $1 }
    }

    /// One round by itself, with every command.
    private static func one(_ draw: CampaignDraw, _ kit: CampaignKit) throws -> Any {
        let result = try CampaignRound.play(draw, kit)
        return [
            "round": draw.title, "commands": result.log, "faults": result.fired, "requests": result.requests,
            "violations": result.findings.map(\.summary), "trail": result.trail,
            QuadBench.failure: !result.findings.isEmpty,
        ] as [String: Any]
    }
}

/// An error of one of several threads.
private final class CampaignProblem: @unchecked Sendable {
    private let lock = NSLock()
    private var error: (any Error)?

    var value: (any Error)? {
        get { lock.withLock { error } }
        set { lock.withLock { error = error ?? newValue } }
    }
}

/// The sum of the rounds of a campaign.
final class CampaignTotal: @unchecked Sendable {
    private let lock = NSLock()
    private var begun = 0, rounds = 0, requests = 0, commands = 0
    private var counts: [String: Int] = [:], fired: [String: Int] = [:]
    private var violations: [(round: Int, text: String)] = []
    private let started = Date()

    private static let mostShown = 100

    /// The number of the next round; nil once there were a sweep and enough requests.
    func next(sweep: Int, requests wanted: Int) -> Int? {
        lock.withLock {
            guard begun < sweep || requests < wanted else { return nil }
            defer { begun += 1 }
            return begun
        }
    }

    func add(_ draw: CampaignDraw, _ result: CampaignResult) {
        lock.withLock {
            rounds += 1
            requests += result.requests
            commands += result.commands
            for fault in result.fired {
                let word = fault.split { ":=".contains($0) }.first.map(String.init) ?? fault
                fired[word, default: 0] += 1
            }
            if draw.fault != CampaignDraw.mixture {
                fired["kind \(draw.fault)", default: 0] += result.fired.count
            }
            var kinds: Set<String> = []
            for finding in result.findings {
                counts[finding.kind.rawValue, default: 0] += 1
                // One line for each sort in a round is enough to find it.
                guard kinds.insert(finding.kind.rawValue).inserted else { continue }
                violations.append((draw.number, "\(draw.title): \(finding.summary)"))
            }
        }
    }

    /// The printed form.
    var document: [String: Any] {
        lock.withLock {
            let silent = CampaignFault.kinds.map(\.name).filter { fired["kind \($0)", default: 0] == 0 }
            var document: [String: Any] = [
                "rounds": rounds, "requests": requests, "commands": commands,
                "fired": fired.filter { !$0.key.hasPrefix("kind ") }, "never_fired": silent,
                "seconds": Date().timeIntervalSince(started).rounded(),
                "violations": violations.sorted { $0.round < $1.round }.prefix(CampaignTotal.mostShown).map(
                    \.text),
                QuadBench.failure: !violations.isEmpty || !silent.isEmpty,
            ]
            for kind in CampaignFinding.Kind.allCases {
                document[kind.rawValue] = counts[kind.rawValue, default: 0]
            }
            return document
        }
    }
}
