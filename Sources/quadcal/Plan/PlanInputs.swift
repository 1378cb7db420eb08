import Foundation
import Markers

/// What a plan is made of, from files or from a server.
struct PlanInputs {
    let fit: SavedFitFile
    /// What the reading of pairs took for granted, where the fit was made here.
    let fitNotes: [String]
    let markers: PlannedMarkers
    let sessions: (file: ReadFile, list: [WorkSession])?
    let space: (file: ReadFile, space: Space)?
    /// Lists of the server that look cut off, by the names of their sessions.
    var suspicious: [String] = []

    /// Reads the files, and fits where that is asked for.
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

    /// Takes what a server has; the fit is read, made of files, or of what the server has.
    init(_ listing: SpaceListing, _ files: [String], _ options: RecalibrateOptions) throws(Failure) {
        let (from, to) = (options.pairs.oldSessions, options.pairs.newSessions)
        try listing.requireKnown(options.sessions.union(options.targets).union(from).union(to))
        if let file = options.fitFile {
            (fit, fitNotes) = (try SavedFitFile(reading: file), [])
        } else if let rows = listing.rows, case .rows(let partners)? = options.pairs.join {
            let pairs = try rows.pairs(with: partners, of: listing.key, options.pairs)
            (fit, fitNotes) = try SavedFitFile.fitted(to: pairs, options.pairs)
        } else if options.targets.isEmpty {
            (fit, fitNotes) = try SavedFitFile.fitted(to: files, options.pairs)
        } else {
            (fit, fitNotes) = try SavedFitFile.fitted(to: listing.pairs(options), options.pairs)
        }
        markers = PlannedMarkers(listing)
        space = (ReadFile(listing.key, Array(listing.space.value.text)), listing.space)
        sessions = (ReadFile("\(listing.key)/sessions", listing.sessionDocument), listing.sessions)
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
            return (try SavedFitFile(FitDocument(report), file: report.label), report.notes)
        }
        return try fitted(to: FitPairs(reading: files, options), options)
    }

    /// The same of pairs that were read.
    static func fitted(
        to pairs: FitPairs, _ options: FitOptions
    ) throws(Failure) -> (SavedFitFile, notes: [String]) {
        let report = try FitReport(pairs, options)
        return (try SavedFitFile(FitDocument(report), file: report.pairs.source.label), report.notes)
    }
}
