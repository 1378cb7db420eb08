import Foundation

/// Persons, machines and a server that recalibrate one space for weeks, and a judge who knows where every marker belongs.
///
/// The judge has one sentence: a marker is where it belongs, or a person was told before it was moved. He reads corners, not what
/// the client says of itself. Time is virtual and everybody takes turns on one thread, so that a seed has the same stories, byte for
/// byte: `digest` is that of all of them.
enum WorldBench {
    static let usage = "world [--seed N] [--stories N] [--story N] [--short] [--first]"
    /// So many stories in which something was found are played again, without what does not matter.
    private static let mostShortened = 3
    /// FNV-1a's of 64 bits.
    private static let offset: UInt64 = 0xcbf2_9ce4_8422_2325, prime: UInt64 = 0x100_0000_01b3

    static func run(_ options: [String: String]) throws -> Any {
        try WorldBench.orderSets()
        let seed = UInt64(try options.count("seed", default: 1))
        let folder = MemoryFolder.root.appending(path: "world-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let began = Date()
        let whole = WorldShortening(hasWeeks: options["short"] == nil)
        func play(_ number: Int, _ left: WorldShortening) throws -> WorldTotals {
            let place = folder.appending(path: "\(number)"), clock = WorldClock()
            defer { try? FileManager.default.removeItem(at: place) }
            return try WorldLane.forResult(in: clock) {
                try await WorldStory(seed: seed, number, in: place, clock, left).play()
            }
        }
        if options["story"] != nil {
            let number = try options.count("story", default: 1), totals = try play(number, whole)
            return [
                "log": totals.log, "found": totals.found.map(\.line),
                QuadBench.failure: !totals.found.isEmpty,
            ]
        }
        var totals = WorldTotals(), digest = offset, shortest: [[String]] = []
        for number in 1...(try options.count("stories", default: 200)) {
            let story = try play(number, whole)
            // Needless refusals have their share, and are judged at the end.
            if options["first"] != nil, let found = story.found.first(where: { $0.kind != .refused }) {
                return ["found": [found.line], QuadBench.failure: true]
            }
            for byte in story.log.joined(separator: "\n").utf8 { digest = (digest ^ UInt64(byte)) &* prime }
            if shortest.count < mostShortened,
                let short = try WorldShortening.shortest(of: story, whole, { try play(number, $0) })
            {
                shortest.append(["story \(number)"] + short)
            }
            totals += story
        }
        return totals.document.merging([
            "seed": seed, "digest": String(digest, radix: 16), "shortest": shortest,
            "seconds": Date().timeIntervalSince(began).rounded(),
        ]) { $1 }
    }
}

extension WorldBench {
    /// Begins the process again in which sets have the same order each time, and with it requests for the members of one.
    private static func orderSets() throws {
        let name = "SWIFT_DETERMINISTIC_HASHING"
        guard getenv(name) == nil else { return }
        setenv(name, "1", 1)
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        execv("/proc/self/exe", &words)
        throw BenchError.peer("quadbench", "cannot be begun again: error \(errno)")
    }
}

/// The sum of some stories.
struct WorldTotals: Sendable {
    /// Something that must not be.
    struct Found: Sendable {
        enum Kind: String, CaseIterable, Sendable {
            /// A marker that was in the new frame was moved.
            case moved = "moved twice"
            /// A marker was moved that is in no frame that the motion leads from.
            case astray
            /// Sessions that nobody had touched since the rescan were refused.
            case refused = "refused without cause"
            /// Nothing that a person may do moved the rest.
            case stuck
            /// A job was said to be complete that is not.
            case untold = "told wrongly"
            /// Corners or other data of a session, or a marker, were lost.
            case lost
            /// Something that was wanted once is there twice.
            case doubled = "made twice"
        }

        let kind: Kind
        let story: Int
        let text: String
        var line: String { "story \(story): \(kind.rawValue): \(text)" }
    }

    /// Something that is counted.
    enum Count: String, CaseIterable, Sendable {
        case stories, weeks, rescans
        case pushes = "pushes of 50"
        case faults, requests, acts, cuts, writes, asked
        case words = "words of persons"
        /// Those of complete jobs, of which some met trouble.
        case calmRequests = "requests of calm jobs", calmWrites = "writes of calm jobs"
        case troubledRequests = "requests of troubled jobs", troubledWrites = "writes of troubled jobs"
    }

    private var counts: [Count: Int] = [:]
    var found: [Found] = []
    var outcomes: [String: Int] = [:]
    var log: [String] = []

    private static let mostShown = 40

    subscript(_ count: Count) -> Int {
        get { counts[count, default: 0] }
        set { counts[count] = newValue }
    }

    static func += (sum: inout WorldTotals, other: WorldTotals) {
        sum.counts.merge(other.counts, uniquingKeysWith: +)
        sum.found += other.found
        sum.outcomes.merge(other.outcomes, uniquingKeysWith: +)
    }

    /// Any marker astray is one too many; a needless question is not, where hardly any of the sound jobs meets one.
    private var isViolated: Bool {
        let needless = found.count { $0.kind == .refused }
        let allowed = WorldTotals.mostNeedless * Double(outcomes["complete", default: 0])
        return found.count > needless || cost > WorldTotals.mostCost
            || Double(needless) > allowed + WorldTotals.deviations * allowed.squareRoot()
    }

    /// The requests of a write where there was trouble, in those of a calm one; 0 where too few were made to tell.
    private var cost: Double {
        guard min(self[.calmWrites], self[.troubledWrites]) >= WorldTotals.tellingWrites else { return 0 }
        func each(_ requests: Count, _ writes: Count) -> Double {
            Double(self[requests]) / Double(self[writes])
        }
        return each(.troubledRequests, .troubledWrites) / each(.calmRequests, .calmWrites)
    }

    /// Trouble may cost so many times the requests, of at least so many writes.
    private static let mostCost = 1.5, tellingWrites = 100

    /// The share of complete jobs, and the deviations by which chance may exceed it where there are few.
    private static let mostNeedless = 0.02, deviations = 3.0

    /// The printed form.
    var document: [String: Any] {
        var document: [String: Any] = [
            "outcomes": outcomes, "found": found.prefix(WorldTotals.mostShown).map(\.line),
            "cost of trouble": cost, QuadBench.failure: isViolated,
        ]
        for count in Count.allCases { document[count.rawValue] = self[count] }
        for kind in Found.Kind.allCases { document[kind.rawValue] = found.count { $0.kind == kind } }
        return document
    }
}
