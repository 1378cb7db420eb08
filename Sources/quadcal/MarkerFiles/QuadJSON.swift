import Markers
import QuadGeometry

/// A file of markers in JSON as it was read.
struct QuadJSON {
    let file: String
    let format: MarkerFormat
    let document: MarkerDocument

    /// Bytes in which not even one value can be read are refused; of others what comes before an error is kept.
    init(
        _ bytes: [UInt8], file: String, isLines: Bool, _ coordinates: MarkerCoordinates
    ) throws(Failure) {
        guard !bytes.isEmpty else { throw .emptyMarkers(file: file) }
        document = MarkerDocument(bytes, coordinates)
        if let error = document.error, document.entries.isEmpty { throw .json(file: file, error) }
        self.file = file
        format = isLines || document.list == .lines && document.entries.count > 1 ? .ndjson : .json
    }

    /// Where an entry stands, and what it is called.
    func site(_ entry: Int) -> MarkerSite {
        MarkerSite(
            file: file, index: entry, line: document.entries[entry].line,
            pointer: document.pointer(of: entry), isInJSON: true,
            corners: document.coordinates == .raw ? "" : "/calibrated_data",
            id: document.value(of: .id, in: entry)?.string,
            label: document.value(of: .label, in: entry)?.string)
    }

    /// What is wrong with the entries as records.
    var findings: [Finding] {
        document.issues.map { issue in
            Finding(site(issue.entry), issue, other: issue.other.map(site))
        }
    }

    /// The bytes with the repairs made. Corners of the other kind follow, where they are those of the same shape.
    func applying(_ repairs: [Repair]) -> [UInt8] {
        let apart = Set(document.issues.filter { $0.code == .calibratedShape }.map(\.entry))
        let other: MarkerCoordinates = document.coordinates == .raw ? .calibrated : .raw
        return document.changed(
            repairs.map { repair in
                let entry = document.places[repair.place]
                guard let quad = repair.quad else { return MarkerChange(entry: entry, corners: [:]) }
                var change = MarkerChange(entry: entry, corners: [document.coordinates: quad])
                if !apart.contains(entry), let follower = document.quad(of: entry, other) {
                    change.corners[other] = repair.steps.reduce(follower) { $0.applying($1) ?? $0 }
                }
                return change
            })
    }
}
