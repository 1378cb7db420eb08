import Foundation
import MarkerTables
internal import QuadGeometry

extension MarkerFile {
    /// The rows whose id an earlier row has; of a document its own issues say that.
    var repeatedIDs: [MarkerFinding] {
        guard case .table(let table) = form, table.hasIDs else { return [] }
        var firsts: [String: QuadRow] = [:], found: [MarkerFinding] = []
        for row in (table.rows + table.faults.map(\.row)).sorted(by: { $0.index < $1.index }) {
            guard let id = row.id, !id.isEmpty else { continue }
            let key = id.comparedID
            guard let first = firsts[key] else {
                firsts[key] = row
                continue
            }
            found.append(MarkerFinding(sameIDAs: MarkerSite(first, in: name), MarkerSite(row, in: name)))
        }
        return found
    }

    /// The first marker of each id, in order, with its corners; those of reference sets have ids of their own, and are
    /// left out.
    var identified: [(key: String, quad: Quad, site: MarkerSite)] {
        var seen: Set<String> = [], found: [(key: String, quad: Quad, site: MarkerSite)] = []
        for place in quads.indices where !isOfSet(place) {
            let site = self.site(place)
            guard let key = site.id?.comparedID, !key.isEmpty, seen.insert(key).inserted else { continue }
            found.append((key, quads[place], site))
        }
        return found
    }
}

extension MarkerCheck {
    /// The markers with the id of one elsewhere in a file whose name comes first, by the place of their file.
    ///
    /// The same id with the same corners is the same marker, listed twice.
    func sharedIDs(among batches: [MarkerBatch]) -> [Int: [MarkerFinding]] {
        guard batches.count > 1, scope.wants(.record(.duplicateID)) else { return [:] }
        var firsts: [String: (quad: Quad, site: MarkerSite)] = [:], found: [Int: [MarkerFinding]] = [:]
        let sorted = batches.enumerated().sorted { $0.1.file.site.sortedName < $1.1.file.site.sortedName }
        for (place, batch) in sorted {
            for one in batch.file.identified where !batch.dropped.contains(one.site.index) {
                guard let first = firsts[one.key] else {
                    firsts[one.key] = (one.quad, one.site)
                    continue
                }
                guard first.quad != one.quad else { continue }
                var finding = MarkerFinding(sameIDAs: first.site, one.site)
                // Files may be of two days, or of two rooms with names of their own.
                finding.severity = .warning
                if let finding = scope.wanted(finding) { found[place, default: []].append(finding) }
            }
        }
        return found
    }
}

extension MarkerFinding {
    fileprivate init(sameIDAs first: MarkerSite, _ later: MarkerSite) {
        let issue = MarkerIssue(
            .duplicateID, entry: later.index, pointer: later.pointer + "/id", line: later.line)
        self.init(later, issue, other: first)
    }
}

extension String {
    /// The id as it is compared: UUIDs without regard to case.
    fileprivate var comparedID: String {
        utf8.count == 36 && UUID(uuidString: self) != nil ? lowercased() : self
    }
}
