import CheckReports
import FitReports
import Foundation
package import MarkerTables
package import Markers
package import QuadGeometry
package import StrictJSON
import ToolMarkers
package import ToolTerminal

/// The hits of every ray, from which the texts for people and for programs are made.
package struct RaycastReport {
    package let options: RaycastOptions
    package let files: [MarkerFile]
    /// The file of the rays; `nil` for the one of the command line.
    package let rayFile: NumberTable?
    package let rays: [CastRay]
    /// The markers that rays cannot meet, in words.
    package let notes: [String]

    package init(reading names: [String], _ options: RaycastOptions) throws(Failure) {
        let lines = try CastLine.all(options)
        let markers = try IndexedMarkers(reading: names, options.markers)
        rays = lines.rays.map { line in
            let hits =
                options.wantsAll
                ? markers.index.allHits(by: line.ray, only: options.face)
                : [markers.index.nearestHit(by: line.ray, only: options.face)].compactMap { $0 }
            return CastRay(
                line: line,
                hits: hits.map { hit in
                    MarkerHit(marker: markers.site(of: hit.index), line, hit.hit)
                })
        }
        (self.options, files, rayFile) = (options, markers.files, lines.file)
        notes = markers.notes
    }

    package var metCount: Int { rays.count { !$0.hits.isEmpty } }
}

/// A ray as it was asked for.
package struct CastLine {
    package let id: String
    /// The line of its file, from 1; 0 for the one of the command line.
    package let line: Int
    package let ray: Ray
    /// The metres in one unit of its parameter: the length of its direction as it is cast.
    package let speed: Double

    /// All that the options ask for, and the file they are from.
    static func all(_ options: RaycastOptions) throws(Failure) -> (rays: [CastLine], file: NumberTable?) {
        guard let name = options.rayFile else {
            guard let origin = options.origin, let direction = options.direction else { return ([], nil) }
            guard let line = CastLine("ray", 0, origin, direction, options) else {
                throw .badValue(
                    option: "--direction", value: "0,0,0",
                    BadValue(expected: "three numbers, of which one is not zero"))
            }
            return ([line], nil)
        }
        let table = try NumberTable(reading: name, .rays)
        let rays = try (0..<table.count).map { (row) throws(Failure) in
            guard
                let line = CastLine(
                    table.ids[row], table.lines[row], table.point(row, 0), table.point(row, 3), options)
            else {
                throw .table(
                    file: name, .row(line: table.lines[row], .zeroDirection(table.ids[row])))
            }
            return line
        }
        return (rays, table)
    }

    /// `nil` where the direction is zero.
    private init?(
        _ id: String, _ line: Int, _ origin: SIMD3<Double>, _ direction: SIMD3<Double>,
        _ options: RaycastOptions
    ) {
        let largest = max(direction.x.magnitude, direction.y.magnitude, direction.z.magnitude)
        guard largest > 0 else { return nil }
        // By a power of two, which keeps it exactly as it is, to a length near one, which cannot overflow.
        let near = SIMD3(
            direction.x.scaled(by: -largest.exponent), direction.y.scaled(by: -largest.exponent),
            direction.z.scaled(by: -largest.exponent))
        let speed = near.length
        guard
            let ray = try? Ray(
                from: origin, along: near, start: options.start / speed, end: options.end / speed)
        else { return nil }
        (self.id, self.line, self.ray, self.speed) = (id, line, ray, speed)
    }
}

package struct CastRay {
    package let line: CastLine
    /// The nearest first.
    package let hits: [MarkerHit]
}

/// The point where a ray meets a marker.
package struct MarkerHit {
    package let marker: MarkerSite
    /// In metres from the ray's origin.
    package let distance: Double
    package let point: SIMD3<Double>
    package let u, v: Double
    package let face: QuadFace

    init(marker: MarkerSite, _ line: CastLine, _ hit: QuadHit) {
        self.marker = marker
        (distance, point) = (hit.distance * line.speed, line.ray.point(at: hit.distance))
        (u, v, face) = (hit.u, hit.v, hit.face)
    }
}

extension Double {
    /// The number times two to a power.
    fileprivate func scaled(by exponent: Int) -> Double {
        Double(sign: .plus, exponent: exponent, significand: self)
    }
}

extension SchemaDocument {
    package static let raycast = SchemaDocument(
        name: "raycast", about: "what quadcal raycast --json prints", schema: RaycastReport.schema)
}

extension RaycastReport: RunDocument {
    package static let members: [DocumentMember<RaycastReport>] =
        .head("quadcal.raycast/1", verdict: "Always pass: a ray may meet nothing.") + [
            .always(
                "inputs", \.inputs, "The files that were read.",
                schema: .array(FileRecord.schema(roles: ["rays", "markers"]))),
            .object("options", "The options in effect.", asked),
            .always("rays", \.rays, "Every ray, in the order of its file."),
        ]

    private static let asked: [DocumentMember<RaycastReport>] = [
        .always("coordinates", \.options.markers.coordinates, "Which corners of markers were used."),
        .always("from", \.options.start, "The smallest distance considered."),
        .always("to", \.end, "The largest distance considered; null for no limit."),
        .always("face", \.options.face, "The only side considered; null for both."),
        .always("all", \.options.wantsAll, "Whether every hit is listed, or only the first."),
        .constant("lengths", "m", "The unit of all lengths in this document."),
    ]

    package var verdict: Verdict { .pass }
    package var exitCode: ExitCode { .good }

    private var inputs: [FileRecord] {
        let rays = rayFile.map { FileRecord(role: "rays", file: $0.file, sha256: $0.text.sha256) }
        return [rays].compactMap { $0 }
            + files.map { FileRecord(role: "markers", file: $0.name, sha256: $0.sha256) }
    }

    private var end: Double? { options.end.isFinite ? options.end : nil }
}

extension CastRay: WrittenObject {
    package static let members: [DocumentMember<CastRay>] = [
        .always("id", \.line.id, "The id of the ray."),
        .always("line", \.lineInFile, "The line of the ray's file, from 1; null without a file."),
        .always("hits", \.hits, "The markers that it meets, the nearest first."),
    ]

    private var lineInFile: Int? { line.line > 0 ? line.line : nil }
}

extension MarkerHit: WrittenObject {
    package static let members: [DocumentMember<MarkerHit>] = [
        .always("file", \.marker.file, "The file of the marker."),
        .always("markerLine", \.marker.line, "The line on which it begins, from 1."),
        .always("pointer", \.pointer, "The JSON pointer to it; null in CSV."),
        .always("marker", \.marker.id, "The id of the marker."),
        .always("label", \.marker.label, "The label of the marker."),
        .always("distance", \.distance, "The distance from the ray's origin."),
        .always("point", \.point, "The point where the ray meets the marker."),
        .always("u", \.u, "From the side p1 p4 (0) to p2 p3 (1)."),
        .always("v", \.v, "From the side p1 p2 (0) to p4 p3 (1)."),
        .always("side", \.face, "The side of the marker that the ray meets."),
    ]

    private var pointer: String? { marker.isInJSON ? marker.pointer : nil }
}

extension QuadFace: DocumentWord {
    package static var allCases: [QuadFace] { [.front, .back] }

    package var word: String {
        switch self {
        case .front: "front"
        case .back: "back"
        }
    }
}

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

    var count: Int { files.reduce(0) { $0 + $1.quads.count } }

    /// The place of a quad of the index in what was read, and its names.
    func site(of place: Int) -> MarkerSite { files[places[place].file].site(places[place].quad) }

    var indexedCount: Int { places.count }

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

/// The hits of rays for people: a line for each hit, and how many rays meet something.
package enum RaycastText {
    package static func table(_ report: RaycastReport, on screen: Screen) -> String {
        var table = TextTable(["ray", "at m", "point", "u", "v", "side", "marker"], words: [5, 6])
        for ray in report.rays {
            let name = visible(ray.line.id)
            if ray.hits.isEmpty { table.add([name, "-", "-", "-", "-", "-", "none"]) }
            for hit in ray.hits {
                table.add([
                    name, MeasureText.fixed(hit.distance), MeasureText.place(hit.point),
                    String(format: "%.3f", hit.u), String(format: "%.3f", hit.v),
                    hit.face == .back ? "back, placed" : "front",
                    hit.marker.shortText(.whole),
                ])
            }
        }
        let count = report.files.reduce(0) { $0 + $1.quads.count }
        return table.text(on: screen)
            + "\(report.metCount) of \(counted(report.rays.count, "ray")) hit one of \(counted(count, "marker"))\n"
    }
}
