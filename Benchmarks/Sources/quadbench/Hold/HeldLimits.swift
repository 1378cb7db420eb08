import BenchRecords
import Foundation

/// The recorded ratios of a kernel level, by class of processor, in a file of `Benchmarks/Limits`.
struct HeldLimits: Codable {
    /// Ratios by row, by the class of the processor they were recorded on.
    var processors: [String: [String: Double]] = [:]

    /// A row is worse from this many times its recorded ratio on.
    static let worse = 1.15
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

    /// The largest ratio that a row may have on a class of processor; nil where none was ever recorded.
    func limit(of row: String, on processor: String) -> Double? {
        if let recorded = processors[processor] { return recorded[row].map { $0 * HeldLimits.worse } }
        return processors.values.compactMap { $0[row] }.max().map { $0 * HeldLimits.unknown }
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
