import Foundation
import QuadGeometry
import RigidCalibration

/// The CSV files of measured pairs: `id,group,time,sx,sy,sz,tx,ty,tz` in any order of columns, in metres and seconds.
enum CoverageFile {
    private static let numbers = ["time", "sx", "sy", "sz", "tx", "ty", "tz"]

    /// The sets of all CSV files of a folder, by name.
    ///
    /// - Parameter rigid: What the names of sets whose frames are not level contain; `all` for every set.
    static func sets(in folder: String, rigid: String?) throws -> [CoverageSet] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.hasSuffix(".csv")
            }
        } catch {
            throw BenchError.badFile(folder, "cannot be listed: \(error.localizedDescription)")
        }
        guard !names.isEmpty else { throw BenchError.badFile(folder, "has no file NAME.csv") }
        func isRigid(_ name: String) -> Bool { rigid.map { $0 == "all" || name.contains($0) } ?? false }
        if let rigid, !names.contains(where: isRigid) {
            throw BenchError.usage("--rigid \(rigid): no set of \(folder) has that in its name")
        }
        return try names.sorted().map { name in
            let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
            return try set(String(name.dropLast(4)), reading: path, isLevel: !isRigid(name))
        }
    }

    private static func set(_ name: String, reading path: String, isLevel: Bool) throws -> CoverageSet {
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw BenchError.badFile(path, "cannot be read as text: \(error.localizedDescription)")
        }
        return try set(name, text, file: path, isLevel: isLevel)
    }

    /// The set of a file's text.
    static func set(_ name: String, _ text: String, file: String, isLevel: Bool) throws -> CoverageSet {
        let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map {
                (
                    line: $0.offset + 1,
                    cells: $0.element.split(separator: ",", omittingEmptySubsequences: false)
                )
            }
            .filter { $0.cells != [""] }
        guard let header = rows.first else { throw BenchError.badFile(file, "is empty") }
        let places = try (["group"] + numbers).map { column in
            guard let place = header.cells.firstIndex(of: Substring(column)) else {
                throw BenchError.badLine(file, header.line, "the header has no column \(column)")
            }
            return place
        }
        var labels: [String] = [], times: [Double] = [], sources: [SIMD3<Double>] = [], targets = sources
        for row in rows.dropFirst() {
            guard row.cells.count == header.cells.count else {
                throw BenchError.badLine(
                    file, row.line, "\(row.cells.count) fields, where the header has \(header.cells.count)")
            }
            let values = try zip(numbers, places.dropFirst()).map { column, place in
                guard let value = Double(row.cells[place]), value.isFinite else {
                    throw BenchError.badLine(
                        file, row.line, "\(column) is '\(row.cells[place])', not a number")
                }
                return value
            }
            labels.append(String(row.cells[places[0]]))
            times.append(values[0])
            sources.append(SIMD3(values[1], values[2], values[3]))
            targets.append(SIMD3(values[4], values[5], values[6]))
        }
        let pairs: Correspondences
        do throws(RigidFitError) { pairs = try Correspondences(sources: sources, targets: targets) } catch {
            guard case .outOfRange(let pair, _) = error else { throw BenchError.badFile(file, error.code) }
            throw BenchError.badLine(
                file, rows[pair + 1].line, "a coordinate is beyond \(Correspondences.largestCoordinate) m")
        }
        do throws(CoverageSetError) {
            return try CoverageSet(name: name, pairs, labels: labels, times: times, isLevel: isLevel)
        } catch {
            switch error {
            case .few(let count, let least, let what):
                throw BenchError.badFile(file, "has \(count) \(what), and \(least) are needed")
            case .refused(let error):
                throw BenchError.badFile(file, "its pairs have no motion: \(error.code)")
            }
        }
    }
}
