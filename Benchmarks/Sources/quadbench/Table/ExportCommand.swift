import BenchRecords
import Foundation

/// Writes a saved run in a form that another program takes.
enum ExportCommand {
    static let usage = "export --in RUN --format json|markdown|github|bencher|junit|html [--out FILE]"

    @Sendable
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try QuadBench.options(arguments, for: usage)
        let run = try RunRecord(file: options.required("in")), word = try options.required("format")
        guard let format = RunExport(rawValue: word) else {
            throw BenchError.usage(
                "--format \(word): not one of " + RunExport.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let data = try format.text(run)
        guard let file = options["out"], file != "-" else {
            FileHandle.standardOutput.write(data)
            return 0
        }
        do { try data.write(to: URL(fileURLWithPath: file), options: .atomic) } catch {
            throw BenchError.badFile(file, "cannot be written")
        }
        return 0
    }
}
