import CheckReports
import FitReports
import Markers
import QuadGeometry
import ToolTerminal

/// The markers of several files in one index.
struct IndexedMarkers {
    let files: [MarkerFile]
    let index: MarkerIndex
    /// The file of each quad of the index, and its place there.
    private let places: [(file: Int, quad: Int)]

    init(reading names: [String], _ options: CheckOptions) throws(Failure) {
        files = try names.map { (name) throws(Failure) in try MarkerFile(reading: name, options) }
        if let failure = files.lazy.compactMap(\.failure).first { throw failure }
        var places: [(file: Int, quad: Int)] = []
        // Quads without numbers are hit by nothing, and notes tell of them.
        for (file, read) in files.enumerated() {
            places += read.quads.indices.filter { read.quads[$0].isFinite }.map { (file, $0) }
        }
        do throws(MarkerIndexError) {
            index = try MarkerIndex(places.map { [files] in files[$0.file].quads[$0.quad] })
        } catch {
            preconditionFailure("only finite quads are indexed: \(error)")
        }
        self.places = places
    }

    /// The number of markers that are read.
    var count: Int { files.reduce(0) { $0 + $1.quads.count } }

    /// The place of a quad of the index in what was read, and its names.
    func site(of place: Int) -> MarkerSite { files[places[place].file].site(places[place].quad) }

    /// The number of quads in the index.
    var indexedCount: Int { places.count }

    /// A quad of the index.
    func quad(_ place: Int) -> Quad { files[places[place].file].quads[places[place].quad] }

    /// The markers that rays cannot meet, in words.
    var notes: [String] {
        files.compactMap { file in
            let broken = file.faultCount + file.quads.count { !$0.isFinite }
            guard broken > 0 else { return nil }
            return
                "\(fileLabel(file.name)): \(counted(broken, file.unit)) \(broken == 1 ? "has" : "have") no corners "
                + "that a ray could hit; see quadcal check"
        }
    }
}
