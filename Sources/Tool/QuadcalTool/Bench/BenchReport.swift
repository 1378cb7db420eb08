import StrictJSON
import ToolBench
import ToolTerminal

struct BenchReport {
    let processorClass: String
    let digits: [Digits]
    let speeds: [Speed]
    /// The faults found, in words.
    let faults: [String]

    /// The speeds that nothing on a processor of this class can be compared with.
    var unrecorded: [String] { speeds.filter { $0.recorded == nil }.map(\.name) }

    struct Digits {
        let name: String
        let digits: Double
        let floor: Double
    }

    struct Speed {
        let name: String
        let nanoseconds: Double
        /// The time of the same work on a processor of this class.
        let recorded: Double?
        var times: Double? { recorded.map { nanoseconds / $0 } }
    }

    /// Measures this installation.
    init(slowerTimes: Double?) {
        let name = ProcessorClass.current
        self.init(
            name, KnownTurn.all.map { Digits(name: $0.name, digits: $0.digits(), floor: $0.floor) },
            InstallationSpeed.measure().map {
                Speed(
                    name: $0.name, nanoseconds: $0.nanoseconds,
                    recorded: RecordedSpeeds.nanoseconds($0.name, on: name))
            }, slowerTimes: slowerTimes)
    }

    init(_ processorClass: String, _ digits: [Digits], _ speeds: [Speed], slowerTimes: Double?) {
        (self.processorClass, self.digits, self.speeds) = (processorClass, digits, speeds)
        faults =
            digits.filter { !($0.digits >= $0.floor) }.map { "digits are missing: \($0.name)" }
            + speeds.filter { ($0.times ?? 0) > slowerTimes ?? .infinity }.map { "too slow: \($0.name)" }
    }

    var verdict: Verdict { faults.isEmpty ? .pass : .fail }
    var exitCode: ExitCode { verdict == .fail ? .findings : .good }
}

extension BenchReport: RunDocument {
    static let members: [DocumentMember<BenchReport>] =
        .head("quadcal.bench/1", verdict: "Whether all digits are there, and no speed is beyond the limit.")
        + [
            .always("processor_class", \.processorClass, "Vendor, family, model and kernels."),
            .always("digits", \.digits, "Fits whose answers are known exactly."),
            .always("speeds", \.speeds, "Processor time of common work."),
            .always("faults", \.faults, "What is not as it should be, in words."),
        ]
}

extension BenchReport.Digits: WrittenObject {
    static let members: [DocumentMember<BenchReport.Digits>] = [
        .always("name", \.name, "The problem."),
        .always("digits", \.digits, "Right decimal places of the rotation, at most 16."),
        .always("promised", \.floor, "The places that are promised."),
    ]
}

extension BenchReport.Speed: WrittenObject {
    static let members: [DocumentMember<BenchReport.Speed>] = [
        .always("name", \.name, "The work."),
        .always("nanoseconds", \.nanoseconds, "What it took here, in processor time."),
        .always(
            "recorded", \.recorded,
            "What it took on a processor of this class; null where nothing is recorded."),
        .always("times", \.times, "The one over the other; null where nothing is recorded."),
    ]
}
