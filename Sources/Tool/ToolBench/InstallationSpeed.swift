import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import StrictJSON

/// The nanoseconds that a piece of work takes here, by the processor time of the thread.
package struct InstallationSpeed: Sendable {
    package let name: String
    package let nanoseconds: Double

    /// Everything that is measured, in less than two seconds.
    package static func measure() -> [InstallationSpeed] {
        let work = InstallationWork()
        let all: [(name: String, items: Int, work: () -> Int)] = [
            ("check of a quad", work.quads.count, work.check),
            ("check of a quad, in columns", work.quads.count, work.columns),
            ("measures of a quad, in columns", work.quads.count, work.measures),
            ("nearest of 1,000 quads, a quad", 1000 * work.rays.count, work.hits),
            ("fit of a quad, default", work.pairs.count, { work.fits(.default) }),
            ("fit of a quad, fast", work.pairs.count, { work.fits(.fast) }),
            ("marker read", work.quads.count, work.markers),
        ]
        var times = [[Double]](repeating: [], count: all.count), found = 0
        for round in 0...rounds {
            for (index, one) in all.enumerated() {
                let start = threadNanoseconds
                var passes = 0
                // The clock's own step must not count.
                repeat {
                    found &+= one.work()
                    passes += 1
                } while threadNanoseconds - start < leastNanoseconds
                let time = threadNanoseconds - start
                if round > 0 { times[index].append(time / Double(one.items * passes)) }
            }
        }
        // Whatever the work found is used here, so that none of it is left out.
        guard found != .min else { return [] }
        return zip(all, times).map {
            InstallationSpeed(name: $0.name, nanoseconds: $1.sorted()[$1.count / 2])
        }
    }

    private static let rounds = 9
    private static let leastNanoseconds = 5e6

    private static var threadNanoseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// The data that the work is done on, the same on every machine.
private final class InstallationWork {
    let quads: [Quad]
    let pairs: [Correspondences]
    let rays: [Ray]
    private let inColumns: QuadColumns
    private let targets: RayTargets
    private let document: [UInt8]
    private var measured: QuadMeasureColumns
    private let limits = QuadCheck(.app)

    init() {
        // Rectangles of 40 cm by 20 cm, each in a place of its own in a hall.
        let quads = (0..<1000).map { index in
            let place = SIMD3(Double(index % 25), Double(index / 25 % 5) * 0.5, Double(index / 125))
            return Quad([0, 0.2, 0], [0.4, 0.2, 0], [0.4, 0, 0], [0, 0, 0]).map { $0 + place }
        }
        self.quads = quads
        inColumns = QuadColumns(quads)
        targets = RayTargets(quads)
        measured = QuadMeasureColumns(count: quads.count)
        rays = quads.prefix(50).compactMap { quad in
            let origin = SIMD3(12, 1, -4.0)
            return try? Ray(from: origin, along: quad.center - origin)
        }
        pairs = quads.prefix(100).compactMap { quad in
            // A turn by 3-4-5 about the vertical, every corner a little off.
            let moved = quad.corners.enumerated().map { index, p in
                SIMD3(0.6 * p.x + 0.8 * p.z, p.y + 0.001 * Double(index % 2), 0.6 * p.z - 0.8 * p.x)
                    + SIMD3(2, 0.1, -3)
            }
            return try? Correspondences(sources: quad.corners, targets: moved)
        }
        document = InstallationWork.document(quads)
    }

    private static func document(_ quads: [Quad]) -> [UInt8] {
        let rows = quads.enumerated().map { index, quad in
            let corners = quad.corners.enumerated().map { place, p in
                "\"p\(place + 1)\":[\(p.x),\(p.y),\(p.z)]"
            }
            let tail = String(index + 1_000_000_000_000)
            return #"{"id":"5b0e8c1a-7d3f-4e7a-9a51-\#(tail.prefix(12))","work_session_id":"#
                + #""5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13","label":"Place \#(index)","version":1,"#
                + corners.joined(separator: ",") + "}"
        }
        return Array("[\(rows.joined(separator: ","))]".utf8)
    }

    func check() -> Int { quads.reduce(0) { $0 + limits.issues($1).count } }
    func columns() -> Int { limits.issues(in: inColumns).count }
    func hits() -> Int { rays.reduce(0) { $0 + (targets.nearestHit(by: $1)?.index ?? 0) } }
    func markers() -> Int { (try? MarkerList(document))?.markers.count ?? 0 }

    func measures() -> Int {
        inColumns.measure(into: &measured)
        return measured.area(0) > 0 ? 1 : 0
    }

    func fits(_ solver: RigidSolver) -> Int {
        pairs.reduce(0) { $0 + ((try? RigidFit($1, solver: solver))?.steps ?? 0) }
    }
}
