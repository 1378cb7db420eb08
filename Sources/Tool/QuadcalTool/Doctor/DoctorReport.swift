import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import StrictJSON
import ToolCommands
import ToolTerminal

/// The parts of an installation, and its results on problems whose answers are known.
struct DoctorReport {
    let facts: [(name: String, text: String)]
    let checks: [Check]

    /// A problem that was tried.
    struct Check {
        let name: String
        let holds: Bool
        let text: String
    }

    init(facts: [(name: String, text: String)], checks: [Check]) {
        (self.facts, self.checks) = (facts, checks)
    }

    /// Looks at this process, and tries everything.
    init() {
        let facts =
            [
                ("quadcal", "\(QuadcalVersion.text), \(DoctorReport.build) build"),
                ("system", DoctorReport.system),
                (
                    "kernels",
                    "\(KernelLevel.best.rawValue), of "
                        + KernelLevel.available.map(\.rawValue).joined(separator: ", ")
                ),
                (
                    "decomposition",
                    DoctorReport.decomposition(
                        lapack: RigidSolver.lapackLibrary, isSought: RigidSolver.looksForLAPACK)
                ),
            ] + LoadedLibraries.facts + [
                ("wings", DoctorReport.wings), ("environment", DoctorReport.environment),
            ]
        self.init(
            facts: facts, checks: [DoctorReport.rotation, DoctorReport.kernels, DoctorReport.crossing])
    }

    var verdict: Verdict { checks.allSatisfy(\.holds) ? .pass : .fail }
    var exitCode: ExitCode { verdict == .fail ? .findings : .good }

    /// The first guess of every fit comes from it; the digits of a fit do not depend on it.
    static func decomposition(lapack library: String?, isSought: Bool = true) -> String {
        guard isSought else {
            return "one-sided Jacobi; built with QUADCAL_LAPACK=0, LAPACKE is not looked for"
        }
        return library.map { "LAPACKE dgesvj, from \($0)" }
            ?? "one-sided Jacobi, as LAPACKE is not installed, or memory is limited"
    }

    /// The executables beside this one, to which commands are handed over.
    private static var wings: String {
        Tool.quadcal.wings.map { $0.name + ($0.isInstalled ? "" : " is missing") }.joined(separator: ", ")
    }

    private static var build: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }

    private static var system: String {
        var names = utsname()
        uname(&names)
        func text(_ field: Any) -> String {
            let bytes = Mirror(reflecting: field).children.compactMap { $0.value as? CChar }.prefix {
                $0 != 0
            }
            return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return "\(text(names.sysname)) \(text(names.release)), \(text(names.machine)), "
            + counted(processors, "processor")
    }

    /// Settings that change what the tool or its libraries do, by name: their values may be secret.
    private static var environment: String {
        let known = ["NO_COLOR", "TERM", "SOURCE_DATE_EPOCH", "SSL_CERT_FILE"]
        let names = ProcessInfo.processInfo.environment.keys.filter { name in
            known.contains(name) || name.lowercased().hasSuffix("_proxy")
                || ["QUADCAL_", "OPENBLAS_", "OMP_"].contains { name.hasPrefix($0) }
        }
        return names.isEmpty ? "nothing set" : names.sorted().joined(separator: ", ")
    }
}

extension DoctorReport {
    /// Digits that a fit promises of its rotation.
    private static let promisedDigits = 15.9

    /// A line a millionth as thick as it is long, turned by 3-4-5, so that every number is exact.
    private static var rotation: Check {
        let thickness = 25 * 0x1p-20
        let sources: [SIMD3<Double>] = [
            [0, 0, 0], [25, 0, 0], [50, 0, 0], [25, thickness, 0], [75, 0, thickness],
        ]
        let targets = sources.map { SIMD3((3 * $0.x + 4 * $0.z) / 5, $0.y, (3 * $0.z - 4 * $0.x) / 5) }
        let name = "rotation of a thin line"
        do throws(RigidFitError) {
            let fit = try RigidFit(Correspondences(sources: sources, targets: targets))
            let rotation = fit.targetFromSource.rotation
            let expected: [SIMD3<Double>] = [[0.6, 0, -0.8], [0, 1, 0], [0.8, 0, 0.6]]
            let off = zip([rotation.x, rotation.y, rotation.z], expected).map { ($0 - $1).length }
            let error = (off[0] * off[0] + off[1] * off[1] + off[2] * off[2]).squareRoot()
            let digits = min(16, -log10(error / 3.0.squareRoot()))
            return Check(
                name: name, holds: digits >= promisedDigits,
                text: "\(String(format: "%.1f", digits)) digits (\(fit.solver.rawValue) solver)")
        } catch {
            return Check(name: name, holds: false, text: "refused (\(error.code))")
        }
    }

    /// Every level of the kernels against the code for single quads.
    private static var kernels: Check {
        let quads = (0..<1000).map { index in
            let shift = SIMD3(Double(index) * 0.37, Double(index % 7) * 1.1, Double(index % 13) / 3)
            return Quad([0, 0, 0], [1.1, 0.01, 0], [1.2, 0.9, 0.02], [0, 1, 0.01]).map { $0 + shift }
        }
        let columns = QuadColumns(quads)
        let wrong = KernelLevel.available.filter { level in
            var measures = QuadMeasureColumns(count: quads.count)
            columns.measure(into: &measures, on: level)
            return quads.indices.contains {
                measures.area($0) != quads[$0].area || measures.center($0) != quads[$0].center
            }
        }
        return Check(
            name: "kernels", holds: wrong.isEmpty,
            text: wrong.isEmpty
                ? "the same bits at every level"
                : "\(wrong.map(\.rawValue).joined(separator: ", ")) differs from single quads")
    }

    /// An outline that misses crossing itself by less than doubles can subtract.
    private static var crossing: Check {
        let tip = 1.0 + 0x1p-52
        let sound = Quad([0, 0, 0], [1, 0, 0], [tip, tip, 0], [0, 1, 0])
        let bowTie = Quad([0, 0, 0], [tip, tip, 0], [1, 0, 0], [0, 1, 0])
        func crosses(_ quad: Quad) -> Bool {
            QuadCheck().issues(quad).contains { $0.code == .selfIntersecting }
        }
        let holds = !crosses(sound) && crosses(bowTie)
        return Check(
            name: "crossing outlines", holds: holds,
            text: holds ? "distinguished from sound ones" : "not detected")
    }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The libraries that this process has loaded, or loads once it needs them, as far as they say what they are.
enum LoadedLibraries {
    /// Names, and what each library says of itself.
    static var facts: [(name: String, text: String)] {
        let all: [(name: String, function: String, file: String?)] = [
            ("BLAS and LAPACK", "openblas_get_config", RigidSolver.lapackLibrary),
            ("libcurl", "curl_version", "libcurl.so.4"), ("SQLite", "sqlite3_libversion", nil),
        ]
        return all.map { name, function, file in (name, text(from: function, in: file) ?? "not loaded") }
    }

    /// Calls a function that takes nothing and returns a text; of this file, or of what is loaded.
    private static func text(from function: String, in file: String?) -> String? {
        typealias Said = @convention(c) () -> UnsafePointer<CChar>?
        guard let address = dlsym(dlopen(file, RTLD_NOW), function) else { return nil }
        return unsafeBitCast(address, to: Said.self)().map { String(cString: $0) }
    }
}
