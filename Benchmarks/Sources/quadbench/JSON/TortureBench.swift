import Foundation
import Markers

/// Documents made to be slow, on a small stack, each in a process of its own: their results, and the cost.
///
/// Each is read at one size and at four times that; a ratio of four is linear.
enum TortureBench {
    static let usage = "torture [--reader NAME [--case NAME --scale N]]"

    private static let readers = ["quadcal", "JSONSerialization", "JSONDecoder"]
    private static let stackSize = 512 << 10
    /// A reader that takes longer is stopped.
    private static let mostSeconds: UInt = 60
    private static let mostBytes: UInt = 8 << 30

    static func run(_ options: [String: String]) throws -> Any {
        let reader = options["reader"]
        guard reader.map(readers.contains) ?? true else {
            throw BenchError.usage("--reader takes one of \(readers)")
        }
        guard let name = options["case"] else { return try table(by: reader.map { [$0] } ?? readers) }
        guard let chosen = TortureCase.all.first(where: { $0.name == name }) else {
            throw BenchError.usage("--case takes one of \(TortureCase.all.map(\.name))")
        }
        return try measure(chosen, by: options.required("reader"), try options.count("scale", default: 1))
    }

    private static func table(by chosen: [String]) throws -> Any {
        var table: [String: Any] = [:]
        for torture in TortureCase.all {
            var rows: [String: Any] = [:]
            for reader in chosen {
                let (small, large) = (child(torture, reader, 1), child(torture, reader, 4))
                if reader == readers[0],
                    [small, large].contains(where: { $0["outcome"] as? String != torture.expected })
                {
                    throw BenchError.badCase(
                        id: torture.name, "expected \(torture.expected), found \(small) and \(large)")
                }
                var row = large
                if let a = small["ms"] as? Double, let b = large["ms"] as? Double {
                    row["ratio_of_4n"] = b / a
                }
                if small["outcome"] as? String != large["outcome"] as? String {
                    row["outcome_of_n"] = small["outcome"]
                }
                rows[reader] = row
            }
            table[torture.name] = rows
        }
        return table
    }

    /// The output of a child process, or its ending.
    private static func child(_ torture: TortureCase, _ reader: String, _ scale: Int) -> [String: Any] {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["torture", "--case", torture.name, "--reader", reader, "--scale", "\(scale)"]
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
            $1
        }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return ["outcome": "not started: \(error)"] }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        if let answer = try? JSONSerialization.jsonObject(with: data) as? [String: Any] { return answer }
        return ["outcome": "ended by signal \(process.terminationStatus)"]
    }

    private static func measure(_ torture: TortureCase, by reader: String, _ scale: Int) throws -> Any {
        limit(RLIMIT_CPU, mostSeconds)
        limit(RLIMIT_AS, mostBytes)
        let text = torture.text(scale), data = Data(text)
        let before = JSONBench.peakMegabytes
        nonisolated(unsafe) var outcome = "", time = 0.0
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            time = ThreadClock.time { outcome = Self.outcome(torture, reader, text, data) }
            isDone.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        isDone.wait()
        return [
            "outcome": outcome, "ms": time / 1e6, "bytes": text.count,
            "mb_above_the_text": max(0, JSONBench.peakMegabytes - before),
        ]
    }

    private static func outcome(_ torture: TortureCase, _ reader: String, _ text: [UInt8], _ data: Data)
        -> String
    {
        do {
            switch reader {
            case "JSONSerialization":
                _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            case "JSONDecoder": try decode(torture.decoded, data)
            default: try read(text, isInPieces: torture.isInPieces)
            }
            return "accepted"
        } catch let error as JSONError {
            return error.code.rawValue
        } catch {
            return "refused"
        }
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ data: Data) throws {
        _ = try JSONDecoder().decode(type, from: data)
    }

    /// Reads the whole document, and as a list of markers if it is one.
    private static func read(_ text: [UInt8], isInPieces: Bool) throws {
        if !isInPieces { _ = try Markers.JSONValue(text).double }
        guard text.first == UInt8(ascii: "[") else { return }
        var given = 0
        let source = ByteSource { buffer throws(JSONError) in
            let count = min(buffer.count, text.count - given, isInPieces ? 1 : .max)
            buffer.copyBytes(from: text[given..<(given + count)])
            given += count
            return count
        }
        _ = try MarkerList(source)
    }

    private static func limit(_ resource: __rlimit_resource, _ value: UInt) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
