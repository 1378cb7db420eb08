import Foundation
import Markers
import QuadGeometry

/// Moves the markers of a file on their way to another.
struct MarkerApplication {
    private let saved: SavedFitFile
    private var mover: MarkerMover
    private(set) var lookup: FittedLookup
    private(set) var tally = MoveTally()
    /// The digest of the markers as they were; `nil` where nobody asked.
    private(set) var sha256: String?

    init(_ request: PlanRequest, _ saved: SavedFitFile) throws(Failure) {
        self.saved = saved
        do throws(RecalibrationPlanError) { mover = try MarkerMover(request) } catch {
            throw .unusableFit(file: saved.file, error)
        }
        lookup = FittedLookup(request.motion, in: request.space)
    }

    /// Looks for markers that were moved already, and goes back to the start.
    mutating func lookThrough(_ input: MarkerInput) throws(Failure) {
        var reader = MarkerReader(input.source())
        do throws(JSONError) {
            while let next = try reader.next() {
                if case .success(let marker) = next, lookup.awaits(marker.id), let raw = try? marker.quad {
                    lookup.meet(marker.id, raw)
                }
            }
        } catch {
            throw input.failure(error)
        }
        try requireUnmoved()
        input.rewind()
    }

    /// Moves markers of JSON, one after the other.
    mutating func move(_ input: MarkerInput, _ options: ApplyOptions) throws(Failure) {
        let output = try MarkerOutput(options)
        do throws(Failure) {
            var rewriter = MarkerRewriter(
                input.source(isDigested: options.form == .json), to: output.sink)
            while let next = try output.attempt(input, { () throws(JSONError) in try rewriter.next() }) {
                switch next {
                case .success(let marker):
                    if options.format == .ndjson, marker.place.list != .lines {
                        throw .notLines(file: input.file)
                    }
                    if let moved = try moved(marker) { rewriter.replace(with: moved) }
                case .failure(let error): tally.add(refused: StayingMarker(error))
                }
            }
            try output.finish()
            sha256 = input.sha256
        } catch {
            throw output.abandoned(after: error)
        }
    }

    /// The marker where the motion takes it; `nil` where it stays as it is.
    private mutating func moved(_ marker: Marker) throws(Failure) -> Marker? {
        if lookup.awaits(marker.id), let raw = try? marker.quad {
            lookup.meet(marker.id, raw)
            try requireUnmoved()
        }
        switch mover.outcome(marker) {
        case .moved(let one):
            do throws(JSONError) {
                let moved = try mover.marker(marker, at: one)
                tally.add(moved: one, stale: marker.staleMembers(mover.request.mode))
                return moved
            } catch {
                tally.add(refused: StayingMarker(error))
            }
        case .unchanged(let one): tally.add(unchanged: one)
        case .refused(let reason):
            tally.add(
                refused: StayingMarker(reason, line: marker.place.line, pointer: marker.place.pointer))
        case .leftOut(let reason): tally.add(leftOut: reason)
        }
        return nil
    }

    /// Moves the quads of rows.
    mutating func moveRows(of input: MarkerInput, _ options: ApplyOptions) throws(Failure) {
        let name = fileLabel(input.file)
        guard mover.request.mode == .raw else {
            throw .contradiction(
                "--mode calibrated", "\(name), whose rows have corners and no calibrated_data,")
        }
        if let session = options.sessions.first {
            throw .contradiction(
                "--from-session \(session.wireText)", "\(name), whose rows have no sessions,")
        }
        let csv = try QuadCSV(try input.bytes(), file: input.file)
        sha256 = csv.text.sha256
        for (row, quad) in zip(csv.rows, csv.quads) {
            if let id = row.id.flatMap({ UUID(uuidString: $0) }) { lookup.meet(id, quad) }
        }
        try requireUnmoved()
        var changes: [(row: MarkerRow, quad: Quad?)] = []
        for (row, quad) in zip(csv.rows, csv.quads) {
            switch mover.outcome(quad) {
            case .moved(let one):
                changes.append((row, one.quad))
                tally.add(moved: one, stale: [])
            case .unchanged(let one): tally.add(unchanged: one)
            case .refused(let reason):
                tally.add(refused: StayingMarker(reason, line: row.line, pointer: MarkerSite(row).pointer))
            case .leftOut(let reason): tally.add(leftOut: reason)
            }
        }
        for (row, fault) in csv.faults {
            let finding = Finding(MarkerSite(row), fault)
            tally.add(
                refused: StayingMarker(
                    line: row.line, pointer: finding.pointer, code: finding.code.word,
                    sentence: finding.message))
        }
        let output = try MarkerOutput(options)
        do throws(Failure) {
            try output.write(csv.replacing(changes), input)
            try output.finish()
        } catch {
            throw output.abandoned(after: error)
        }
    }

    private func requireUnmoved() throws(Failure) {
        guard lookup.hasFoundApplied else { return }
        throw .unusableFit(
            file: saved.file,
            .alreadyApplied(lookup.state))
    }
}
