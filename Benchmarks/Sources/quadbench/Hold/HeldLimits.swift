import BenchRecords
import Foundation

/// The record of rows at a kernel level, by class of processor, in a file of `Benchmarks/Limits`.
struct HeldLimits: Codable {
    /// The cost of a row: one of our items over one of the peer, and a turn of the peer in nanoseconds.
    struct Record: Codable {
        var ratio, peer: Double
    }

    /// Records by row, by the class of the processor they were made on.
    var processors: [String: [String: Record]] = [:]

    /// A row is worse from this many times its recorded ratio on: more than medians of sound rows differ by, 8 %, and less than a
    /// sound row 5 % below its record is with 20 % more to do.
    static let worse = 1.12
    /// On a processor that nothing was recorded on: this many times the largest ratio of the others.
    static let unknown = 2.0

    init() {}

    init(contentsOf file: String) throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw BenchError.badFile(file, "cannot be read")
        }
        do { self = try JSONDecoder().decode(HeldLimits.self, from: data) } catch {
            throw BenchError.badFile(file, "is no file of limits: \(error)")
        }
    }

    /// The limit of a row on a class of processor; nil where nothing was ever recorded.
    func limit(of row: String, on processor: String) -> HeldLimit? {
        if let recorded = processors[processor] {
            return recorded[row].map { HeldLimit(most: $0.ratio * HeldLimits.worse, peer: $0.peer) }
        }
        let most = processors.values.compactMap { $0[row]?.ratio }.max()
        return most.map { HeldLimit(most: $0 * HeldLimits.unknown, peer: .infinity) }
    }

    mutating func record(_ cost: HeldCost, of row: String, on processor: String) {
        processors[processor, default: [:]][row] = Record(
            ratio: (cost.ratio * 1e4).rounded() / 1e4, peer: cost.peer.rounded())
    }

    func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do {
            let data = try encoder.encode(self) + Data("\n".utf8)
            try data.write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch { throw BenchError.badFile(file, "cannot be written") }
    }
}

/// The limit of a row's cost.
struct HeldLimit {
    /// The largest ratio.
    let most: Double
    /// The nanoseconds that a turn of the peer took when that was recorded; infinite where nothing was.
    let peer: Double

    /// A peer that needs this many times as long as when it was recorded shares its processor with other work.
    private static let disturbed = 1.08
    /// Other work makes a sound row at most this much worse.
    private static let mostDisturbed = 1.6

    func verdict(on cost: HeldCost) -> HeldVerdict {
        if cost.ratio <= most { return .holds }
        let isDisturbed =
            cost.peer > HeldLimit.disturbed * peer && cost.ratio <= HeldLimit.mostDisturbed * most
        return isDisturbed ? .unsure : .worse
    }
}

enum HeldVerdict: String {
    case holds = "ok    "
    case unsure = "unsure"
    case worse = "WORSE "
}
