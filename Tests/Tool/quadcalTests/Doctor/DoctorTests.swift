import Markers
import MarkersClient
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal doctor")
struct DoctorTests {
    @Test("names what the installation is made of, and finds it right")
    func facts() throws {
        let run = try Tool.run(["doctor"])
        #expect(run.exit == 0)
        #expect(run.lines.first?.contains(QuadcalVersion.text) == true)
        #expect(run.lines.contains { $0.hasPrefix("BLAS and LAPACK") && $0.contains("OpenBLAS") })
        #expect(run.lines.contains { $0.hasPrefix("decomposition") && $0.contains("LAPACKE dgesvj") })
        #expect(run.lines.contains { $0.hasPrefix("SQLite") && $0.contains("3.") })
        #expect(run.lines.last == "PASS  all self-tests passed")
    }

    @Test("says which decomposition is in use, with LAPACKE and without")
    func decomposition() {
        #expect(
            DoctorReport.decomposition(lapack: "liblapacke.so.3") == "LAPACKE dgesvj, from liblapacke.so.3")
        #expect(DoctorReport.decomposition(lapack: nil).hasPrefix("one-sided Jacobi"))
        #expect(DoctorReport.decomposition(lapack: nil, isSought: false).contains("QUADCAL_LAPACK=0"))
    }

    @Test("tells a wrong result from a right one")
    func verdict() {
        let report = DoctorReport()
        #expect(report.checks.count == 3)
        #expect(report.verdict == .pass)
        let broken = DoctorReport.Check(name: "sum", holds: false, text: "5")
        #expect(DoctorReport(facts: [], checks: report.checks + [broken]).exitCode == .findings)
    }
}
