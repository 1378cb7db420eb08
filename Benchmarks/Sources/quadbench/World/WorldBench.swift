import Foundation

/// Persons, machines and a server that recalibrate one space for weeks, and a judge who knows where every marker belongs.
///
/// The judge has one sentence: a marker is where it belongs, or a person was told before it was moved. He reads corners, not what
/// the client says of itself. Time is virtual, and a seed draws the same scenes; when a lock is renewed between two requests is the
/// machine's affair, so that a story may differ from run to run in the write at which it is cut.
enum WorldBench {
    static let usage = "world [--seed N] [--stories N] [--story N]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let folder = FileManager.default.temporaryDirectory.appending(path: "world-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func play(_ number: Int) throws -> WorldTotals {
            let place = folder.appending(path: "\(number)")
            defer { try? FileManager.default.removeItem(at: place) }
            return try Waiting.forResult { try await WorldStory(seed: seed, number, in: place).play() }
        }
        if options["story"] != nil {
            let totals = try play(try options.count("story", default: 1))
            return [
                "log": totals.log, "found": totals.found.map(\.line),
                QuadBench.failure: !totals.found.isEmpty,
            ]
        }
        var totals = WorldTotals()
        for number in 1...(try options.count("stories", default: 200)) { totals += try play(number) }
        return totals.document.merging(["seed": seed]) { $1 }
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
            /// Corners or other data of a session, or a marker, were lost.
            case lost
        }

        let kind: Kind
        let story: Int
        let text: String
        var line: String { "story \(story): \(kind.rawValue): \(text)" }
    }

    var stories = 0, acts = 0, cuts = 0, writes = 0, asked = 0, words = 0
    var found: [Found] = []
    var outcomes: [String: Int] = [:]
    var log: [String] = []

    private static let mostShown = 40

    static func += (sum: inout WorldTotals, other: WorldTotals) {
        sum.stories += other.stories
        sum.acts += other.acts
        sum.cuts += other.cuts
        sum.writes += other.writes
        sum.asked += other.asked
        sum.words += other.words
        sum.found += other.found
        sum.outcomes.merge(other.outcomes, uniquingKeysWith: +)
    }

    /// Any marker astray is one too many; a needless question is not, where hardly any of the sound jobs meets one.
    private var isViolated: Bool {
        let needless = found.count { $0.kind == .refused }
        return found.count > needless
            || Double(needless) > WorldTotals.mostNeedless * Double(outcomes["complete", default: 0])
    }

    /// The share of complete jobs.
    private static let mostNeedless = 0.02

    /// The printed form.
    var document: [String: Any] {
        var document: [String: Any] = [
            "stories": stories, "acts": acts, "cuts": cuts, "writes": writes, "asked": asked,
            "words of persons": words, "outcomes": outcomes,
            "found": found.prefix(WorldTotals.mostShown).map(\.line), QuadBench.failure: isViolated,
        ]
        for kind in Found.Kind.allCases { document[kind.rawValue] = found.count { $0.kind == kind } }
        return document
    }
}
