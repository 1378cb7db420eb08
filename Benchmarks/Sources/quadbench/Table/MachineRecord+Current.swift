import BenchRecords
import Foundation
import QuadGeometry

extension MachineRecord {
    /// This machine and build, from what the system says of them.
    ///
    /// - Parameter isBrief: Asks no other program, which takes longer than a short batch: no compiler, no commit.
    static func current(isBrief: Bool = false) -> MachineRecord {
        let fields = cpuFields
        let family = [fields["vendor_id"], fields["cpu family"], fields["model"]].compactMap { $0 }
        let git = isBrief ? nil : output(["git", "rev-parse", "HEAD"])
        let changes = isBrief ? nil : output(["git", "status", "--porcelain", "--untracked-files=no"])
        let governor = contents("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        return MachineRecord(
            processor: fields["model name"] ?? "unknown",
            processorClass: family.count == 3 ? family.joined(separator: "-") : architecture,
            flags: fields["flags"].map { $0.split(separator: " ").map(String.init) } ?? [],
            processors: ProcessInfo.processInfo.processorCount, kernels: KernelLevel.best.rawValue,
            governor: governor, loadBefore: load, system: "\(architecture) Linux, \(kernel)",
            compiler: (isBrief ? nil : output(["swift", "--version"]))?.split(separator: "\n").first.map(
                String.init)
                ?? "unknown",
            blas: openblas("openblas_get_config"),
            blasThreads: ProcessInfo.processInfo.environment["OPENBLAS_NUM_THREADS"], commit: git,
            isDirty: git == nil ? nil : changes != nil)
    }

    /// The processes that wanted to run in the last minute.
    static var load: Double? {
        contents("/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
    }

    /// The fields that the system gives for its first processor.
    private static var cpuFields: [String: String] {
        let text = contents("/proc/cpuinfo") ?? ""
        let first = text.components(separatedBy: "\n\n").first ?? ""
        return first.split(separator: "\n").reduce(into: [:]) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return }
            fields[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1].trimmingCharacters(
                in: .whitespaces)
        }
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86-64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }

    private static var kernel: String { contents("/proc/sys/kernel/osrelease") ?? "unknown" }

    private static func contents(_ path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The output of a command, or `nil` if it fails or prints nothing.
    private static func output(_ command: [String]) -> String? {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return process.terminationStatus == 0 && !text.isEmpty ? text : nil
    }

    /// The configuration that the BLAS of this process states; it chooses its kernels by the processor.
    private static func openblas(_ function: String) -> String? {
        typealias Said = @convention(c) () -> UnsafePointer<CChar>?
        guard let address = dlsym(dlopen("libopenblas.so.0", RTLD_NOW), function) else { return nil }
        return unsafeBitCast(address, to: Said.self)().map { String(cString: $0) }
    }
}

/// The date of a run, to the second.
enum RunDate {
    static var now: String { Date().formatted(.iso8601) }
}
