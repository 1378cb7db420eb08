import Foundation
import Markers
import MarkersClient

/// The inputs of a plan, from files or from a server.
struct PlanInputs {
    let fit: SavedFitFile
    /// What the reading of pairs took for granted, if the fit was made here.
    let fitNotes: [String]
    let markers: PlannedMarkers
    let sessions: (file: ReadFile, list: [WorkSession])?
    let space: (file: ReadFile, space: Space)?
    /// Lists of the server that look cut off, by the names of their sessions.
    var suspicious: [String] = []

    /// Reads the files, and fits if asked to.
    init(reading files: [String], _ options: RecalibrateOptions) throws(Failure) {
        let names: [String]
        if let file = options.fitFile {
            (fit, fitNotes) = (try SavedFitFile(reading: file), [])
            names = options.markerFiles + files
        } else {
            (fit, fitNotes) = try SavedFitFile.fitted(to: files, options.pairs)
            names = options.markerFiles.isEmpty ? Array(files.prefix(1)) : options.markerFiles
        }
        markers = try PlannedMarkers(reading: names)
        space = try options.space.map { (name) throws(Failure) in
            let (file, space) = try ReadFile.read(name) { (bytes) throws(JSONError) in
                try Space(JSONValue(bytes))
            }
            return (file, space)
        }
        sessions = try options.sessionFile.map { (name) throws(Failure) in
            let (file, list) = try ReadFile.read(name) { (bytes) throws(JSONError) in
                try WorkSession.list(JSONValue(bytes))
            }
            return (file, list)
        }
    }

    /// Takes a listed space; the fit is read, made from files, or from the space.
    init(
        _ listing: SpaceListing, on server: Origin, _ files: [String], _ options: RecalibrateOptions
    ) throws(Failure) {
        let (from, to) = (options.pairs.oldSessions, options.pairs.newSessions)
        try server.listing { () throws(SpaceListingError) in
            try listing.requireKnown(options.sessions.union(options.targets).union(from).union(to))
        }
        if let file = options.fitFile {
            (fit, fitNotes) = (try SavedFitFile(reading: file), [])
        } else if let rows = listing.rows, case .rows(let partners)? = options.pairs.join {
            let pairs = try FitPairs(rows, partners, on: server, options.pairs)
            (fit, fitNotes) = try SavedFitFile.fitted(to: pairs, options.pairs)
        } else if options.targets.isEmpty {
            (fit, fitNotes) = try SavedFitFile.fitted(to: files, options.pairs)
        } else {
            (fit, fitNotes) = try SavedFitFile.fitted(
                to: FitPairs(listing, on: server, options), options.pairs)
        }
        markers = PlannedMarkers(listing, on: server)
        space = (ReadFile(listing.space.key, Array(listing.space.value.text)), listing.space)
        sessions = (ReadFile("\(listing.space.key)/sessions", listing.sessionDocument), listing.sessions)
        suspicious = listing.lists.filter(\.looksCutOff).map(\.name)
    }
}

extension SavedFitFile {
    /// The fit that `quadcal fit` would save, and what its reading took for granted.
    static func fitted(
        to files: [String], _ options: FitOptions
    ) throws(Failure) -> (SavedFitFile, notes: [String]) {
        if let direction = options.matrices {
            let report = try MatrixReport(reading: files, direction, options)
            return (try SavedFitFile(MatrixJSON.document(report), file: report.label), report.notes)
        }
        return try fitted(to: FitPairs(reading: files, options), options)
    }

    /// The same for pairs that were read.
    static func fitted(
        to pairs: FitPairs, _ options: FitOptions
    ) throws(Failure) -> (SavedFitFile, notes: [String]) {
        let report = try FitReport(pairs, options)
        return (try SavedFitFile(FitJSON.document(report), file: report.pairs.source.label), report.notes)
    }
}
