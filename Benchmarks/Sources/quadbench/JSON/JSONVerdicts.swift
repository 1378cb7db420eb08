import Foundation
import Markers

/// Decides which outside texts are read as JSON, so that other judges can be compared with the reader.
enum JSONVerdicts {
    static let usage = "jsonverdicts --cases F"

    /// The file holds texts, each after its length as a little-endian u64; the answer has a letter for each:
    /// A for accepted, D if a name comes twice and an option accepts that, T for too deep, R for refused.
    static func run(_ options: [String: String]) throws -> Any {
        let file = try options.required("cases")
        guard let contents = FileManager.default.contents(atPath: file) else {
            throw BenchError.badFile(file, "cannot be read")
        }
        var rest = [UInt8](contents)[...], verdicts = ""
        while !rest.isEmpty {
            let count = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(8)
            guard let count = Int(exactly: count), count <= rest.count else {
                throw BenchError.badFile(file, "ends within a text")
            }
            verdicts += verdict(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return ["verdicts": verdicts]
    }

    static func verdict(_ text: [UInt8]) -> String {
        do throws(JSONError) {
            _ = try Markers.JSONValue(text)
            return "A"
        } catch {
            switch error.code {
            case .duplicateKey:
                return (try? Markers.JSONValue(text, options: JSONOptions(allowsDuplicateKeys: true))) == nil
                    ? "R" : "D"
            case .tooDeep:
                return (try? Markers.JSONValue(text, options: JSONOptions(depth: .max))) == nil ? "R" : "T"
            default: return "R"
            }
        }
    }
}
