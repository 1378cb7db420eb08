import FitReports
package import MarkerTables
package import Markers
package import QuadGeometry
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

    /// Reads the files and casts every ray.
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

    /// The number of rays that meet a marker.
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

/// A ray with all that it meets.
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
