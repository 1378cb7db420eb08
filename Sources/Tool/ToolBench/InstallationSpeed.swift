import Foundation
import Markers
import QuadGeometry
package import RigidCalibration
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

/// The class of this machine's processor, within which speeds are comparable.
package enum ProcessorClass {
    /// Vendor, family and model of x86-64, and the level of the kernels in use; elsewhere only that level.
    package static var current: String {
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        return name(cpuinfo: text, level: KernelLevel.best.rawValue)
    }

    static func name(cpuinfo: String, level: String) -> String {
        var known: [String: String] = [:]
        for line in cpuinfo.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let field = parts[0].trimmingCharacters(in: .whitespaces)
            known[field] = known[field] ?? parts[1].trimmingCharacters(in: .whitespaces)
        }
        let fields = ["vendor_id", "cpu family", "model"].compactMap { known[$0] }
        return ((fields.count == 3 ? fields : []) + [level]).joined(separator: "-")
    }
}

/// The speeds recorded by `quadcal bench --json`, by class of processor.
package enum RecordedSpeeds {
    /// The nanoseconds of some work on a class of processor; `nil` where nothing is recorded.
    package static func nanoseconds(_ work: String, on processorClass: String) -> Double? {
        all[processorClass]?[work]
    }

    static let all: [String: [String: Double]] = [
        // 24 November 2026, an AMD EPYC with nothing else to do, medians of five runs.
        "AuthenticAMD-25-17-v4": [
            "check of a quad": 55.7,
            "check of a quad, in columns": 9.27,
            "measures of a quad, in columns": 3.31,
            "nearest of 1,000 quads, a quad": 13.5,
            "fit of a quad, default": 1880,
            "fit of a quad, fast": 193,
            "marker read": 2200,
        ],
        // 23 November 2026, an Intel Xeon beside builds of other programs, medians of five runs.
        "GenuineIntel-6-207-v4": [
            "check of a quad": 45.5,
            "check of a quad, in columns": 8.65,
            "measures of a quad, in columns": 3.02,
            "nearest of 1,000 quads, a quad": 12.8,
            "fit of a quad, default": 2470,
            "fit of a quad, fast": 222,
            "marker read": 1690,
        ],
    ]
}

/// A rigid fit whose answer is known exactly, and the digits that a fit has of it.
///
/// A quaternion of whole numbers turns by a matrix of whole numbers over the sum N of their squares. Sources that are
/// multiples of N then have targets of whole numbers, so every number of the problem is exact.
package struct KnownTurn: Sendable {
    package let name: String
    /// Digits that the default solver promises.
    package let floor = 15.9
    private let columns: [SIMD3<Double>]
    private let divisor: Double
    private let sources: [SIMD3<Double>]
    private let targets: [SIMD3<Double>]

    private init(
        _ name: String, quaternion q: SIMD4<Double>, points: [SIMD3<Double>], offset: Double = 0,
        scale: Double = 1
    ) {
        self.name = name
        let (w, x, y, z) = (q.w, q.x, q.y, q.z)
        let divisor = w * w + x * x + y * y + z * z
        let columns: [SIMD3<Double>] = [
            SIMD3(w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)),
            SIMD3(2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)),
            SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z),
        ]
        (self.columns, self.divisor) = (columns, divisor)
        let shift = SIMD3<Double>(3, -7, 11)
        sources = points.map { ($0 + SIMD3(repeating: offset)) * divisor * scale }
        // The offset is left out: the targets lie near the origin.
        targets = points.map { (columns[0] * $0.x + columns[1] * $0.y + columns[2] * $0.z + shift) * scale }
    }

    /// Every problem, from easy to hard.
    package static let all = [
        KnownTurn("general position", quaternion: [2, 2, 4, 1], points: cloud),
        KnownTurn(
            "one flat marker", quaternion: [2, 2, 4, 1],
            points: [[-4, -3, 0], [4, -3, 0], [4, 3, 0], [-4, 3, 0]]),
        KnownTurn("half turn", quaternion: [1, 2, 2, 0], points: cloud),
        KnownTurn("a billion times as far as wide", quaternion: [2, 2, 4, 1], points: cloud, offset: 100e9),
        KnownTurn("a picometre wide", quaternion: [2, 2, 4, 1], points: cloud, scale: 0x1p-52),
        KnownTurn("line, 1e-4 as thick as long", quaternion: [2, 2, 4, 1], points: line(10_000)),
        KnownTurn("line, 1e-6 as thick as long", quaternion: [2, 2, 4, 1], points: line(1_000_000)),
    ]

    /// Points of general position in whole numbers up to 100.
    private static let cloud: [SIMD3<Double>] = [
        [12, -85, 40], [-97, 3, 66], [55, 71, -8], [-20, -44, -91], [83, 29, 100], [-61, 90, -37],
    ]

    /// Points along the first axis, at most one beside it.
    private static func line(_ length: Double) -> [SIMD3<Double>] {
        [[-length, 0, 0], [-length / 2, 1, 0], [0, 0, 1], [length / 4, -1, 0], [length, 0, -1]]
    }

    /// The digits of the rotation, min(16, -log10(‖R - R*‖ / √3)); zero where the fit is refused.
    package func digits(_ solver: RigidSolver = .default) -> Double {
        guard let pairs = try? Correspondences(sources: sources, targets: targets),
            let fit = try? RigidFit(pairs, solver: solver)
        else { return 0 }
        let rotation = fit.targetFromSource.rotation
        let squares = zip([rotation.x, rotation.y, rotation.z], columns).reduce(0.0) { sum, pair in
            // Rounded once: the product of the found number and the divisor is not.
            let error = (-pair.1).addingProduct(pair.0, SIMD3(repeating: divisor)) / divisor
            return sum + error.dot(error)
        }
        return min(16, -log10((squares / 3).squareRoot()))
    }
}
