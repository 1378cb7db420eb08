package import Foundation

/// A run of measurements, as `quadbench run` writes it and everything else reads it.
package struct RunRecord: Codable, Equatable, Sendable {
    package static let schemaName = "quadbench.run/1"

    package var schema: String
    package var date: String
    package var command: String
    package var machine: MachineRecord
    package var measurements: [MeasuredValue]
    /// The parts left out, each with its reason, such as a peer that is not installed.
    package var notes: [String]

    package init(
        date: String, command: String, machine: MachineRecord, measurements: [MeasuredValue],
        notes: [String] = []
    ) {
        schema = RunRecord.schemaName
        (self.date, self.command, self.machine) = (date, command, machine)
        (self.measurements, self.notes) = (measurements, notes)
    }

    /// Reads a document; throws a sentence that names the document when it is none.
    package init(json: Data, from name: String) throws {
        do { self = try JSONDecoder().decode(RunRecord.self, from: json) } catch {
            throw RecordError.unreadable(name, "\(error)")
        }
        guard schema == RunRecord.schemaName else { throw RecordError.otherSchema(name, schema) }
        guard !measurements.isEmpty else { throw RecordError.unreadable(name, "it holds no measurements") }
        let names = measurements.map(\.name)
        guard Set(names).count == names.count else {
            throw RecordError.unreadable(name, "a measurement is there twice")
        }
    }

    package init(file: String) throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw RecordError.unreadable(file, "no such file")
        }
        try self.init(json: data, from: file)
    }

    /// The document, a measurement a line, with its members in a fixed order.
    package var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let rows = try measurements.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            var rest = self
            rest.measurements = []
            let text = String(decoding: try encoder.encode(rest), as: UTF8.self).replacing(
                "\"measurements\":[]", with: "\"measurements\":[\n\(rows.joined(separator: ",\n"))\n]",
                maxReplacements: 1)
            return Data("\(text)\n".utf8)
        }
    }

    /// The measurements that break their limits.
    package var broken: [MeasuredValue] { measurements.filter { $0.isWithinLimit == false } }

    /// The areas, in the order of their first measurement.
    package var areas: [String] {
        measurements.map(\.area).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// The reason why a document of measurements cannot be used.
package enum RecordError: Error, CustomStringConvertible {
    case unreadable(String, String)
    case otherSchema(String, String)
    case nothingInCommon(String, String)

    package var description: String {
        switch self {
        case .unreadable(let name, let problem): "\(name): not a run: \(problem)"
        case .otherSchema(let name, let schema): "\(name): of schema \(schema), not \(RunRecord.schemaName)"
        case .nothingInCommon(let base, let new): "\(base) and \(new) have no measurement in common"
        }
    }
}
