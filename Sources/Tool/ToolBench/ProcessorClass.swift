import Foundation
import QuadGeometry

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
