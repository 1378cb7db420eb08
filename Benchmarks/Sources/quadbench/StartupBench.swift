import Foundation

/// The time of the tool for next to nothing, from the call that starts it to its end, beside a program of C
/// that does nothing at all.
enum StartupBench {
    static let usage = "startup [--quadcal FILE] [--repeat K]"

    static func run(_ options: [String: String]) throws -> Any {
        let tool = options["quadcal"] ?? QuadcalTool.path
        let marker = FileManager.default.temporaryDirectory.appending(path: "one-\(UUID().uuidString).csv")
        try "0,1,0,1,1,0,1,0,0,0,0,0\n".write(to: marker, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: marker) }
        let cases = [
            ("version", [tool, "version"]), ("check of one marker", [tool, "check", marker.path]),
            ("true", ["/bin/true"]),
        ]
        var times = cases.map { _ in [Double]() }
        for round in 0...(try options.count("repeat", default: 60)) {
            for (index, (_, command)) in cases.enumerated() {
                let time = try ChildRun(command).milliseconds
                if round > 0 { times[index].append(time) }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: zip(cases, times).map { one, times in
                (one.0, ["median_ms": times.median, "least_ms": times.min() ?? 0])
            })
    }
}
