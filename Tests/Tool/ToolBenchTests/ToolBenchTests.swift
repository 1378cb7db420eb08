import RigidCalibration
import Testing

@testable import ToolBench

@Suite("Measurements of an installation")
struct ToolBenchTests {
    @Test("every solver that promises digits has them", arguments: KnownTurn.all.map(\.name))
    func digits(name: String) throws {
        let turn = try #require(KnownTurn.all.first { $0.name == name })
        #expect(turn.digits(.default) >= turn.floor)
        #expect(turn.digits(.exact) >= turn.floor)
    }

    @Test("missing digits are seen: a plain decomposition has few on thin lines")
    func missing() throws {
        let line = try #require(KnownTurn.all.last)
        #expect(line.digits(.svd) < line.floor)
    }

    @Test("every speed is measured, by names of their own")
    func speeds() {
        let speeds = InstallationSpeed.measure()
        #expect(speeds.count == 7)
        #expect(Set(speeds.map(\.name)).count == speeds.count)
        #expect(speeds.allSatisfy { $0.nanoseconds > 0 && $0.nanoseconds.isFinite })
        for (name, recorded) in RecordedSpeeds.all {
            #expect(Set(recorded.keys) == Set(speeds.map(\.name)), "\(name)")
        }
    }

    @Test("a class of processors is named by vendor, family and model, or by the kernels alone")
    func processorClass() {
        let cpuinfo =
            "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 207\nmodel name\t: Xeon\n"
        #expect(ProcessorClass.name(cpuinfo: cpuinfo, level: "v4") == "GenuineIntel-6-207-v4")
        #expect(ProcessorClass.name(cpuinfo: "Features : fp", level: "baseline") == "baseline")
    }
}
