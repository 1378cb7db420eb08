import BenchRecords
import Foundation
import QuadGeometry

/// A command of the bench with the options of an effort, and the rows that its result gives.
struct MeasurementSource {
    let area: String
    /// The command's name in ``QuadBench/commands``.
    let command: String
    /// Options; `{markers}`, `{quads}` and the like stand for files that the run makes.
    var options: [String: String] = [:]
    /// Options that replace the others in a short run.
    var short: [String: String] = [:]
    /// Options that need the peers of `scripts/setup/peers`; left out where those are not installed.
    var peerOptions: [String: String] = [:]
    /// The least effort that includes this.
    var from = Effort.short
    /// The number of runs, where one is enough or more make no sense.
    var repeats: Int?
    let rows: [MeasurementRow]

    /// The values of every row that is in a result; rows whose numbers are missing give none. Where two rows find the same
    /// number the first has it.
    func values(in result: Any) -> [(name: String, row: MeasurementRow, value: Double, peer: Double?)] {
        var names: Set<String> = []
        return rows.flatMap { row in
            MeasurementSource.numbers(in: result, row.path).map { found, value in
                let peer = row.peer.flatMap { peer -> Double? in
                    let path = MeasurementSource.filled(peer.path, found)
                    return MeasurementSource.numbers(in: result, path).first?.value
                }
                let name = found.reduce(row.name) { name, member in
                    name.range(of: "*").map { name.replacingCharacters(in: $0, with: member) } ?? name
                }
                return (name, row, value, peer)
            }
        }.filter { names.insert($0.name).inserted }
    }

    /// The numbers that a path leads to, each with the members that its `*` stood for. A list's members are its rows, by `name`.
    static func numbers(in result: Any, _ path: [String]) -> [(found: [String], value: Double)] {
        guard let first = path.first else {
            let value = (result as? Double) ?? (result as? Int).map(Double.init)
            return value.map { [([], $0)] } ?? []
        }
        guard let members = members(of: result) else { return [] }
        let rest = Array(path.dropFirst())
        guard first == "*" else {
            let name = first.replacing("{level}", with: KernelLevel.best.rawValue)
            return members[name].map { numbers(in: $0, rest) } ?? []
        }
        return members.sorted { $0.key < $1.key }.flatMap { name, member in
            numbers(in: member, rest).map { ([name] + $0.found, $0.value) }
        }
    }

    /// The members of an object, or the objects of a list by their names.
    private static func members(of result: Any) -> [String: Any]? {
        if let members = result as? [String: Any] { return members }
        guard let rows = result as? [[String: Any]] else { return nil }
        let named = rows.compactMap { row in (row["name"] as? String).map { ($0, row as Any) } }
        return Dictionary(named) { first, _ in first }
    }

    private static func filled(_ path: [String], _ found: [String]) -> [String] {
        var rest = found[...]
        return path.map { $0 == "*" ? rest.popFirst() ?? $0 : $0 }
    }
}
