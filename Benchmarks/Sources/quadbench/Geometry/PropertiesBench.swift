import QuadGeometry

/// Center, normal, area and flatness of outside quads, and the time they take; zeros if there is no normal.
enum PropertiesBench {
    static let usage = "properties --quads F --out PROPS [--repeat K] [--peer COMMAND]"

    static func run(_ options: [String: String]) throws -> Any {
        let file = try options.required("quads")
        let quads = try QuadFile.read(file)
        let out = try options.required("out")
        let peer = try options["peer"].map { try PeerProcess($0, files: file) }
        let columns = QuadColumns(quads)
        var measures = QuadMeasureColumns(count: quads.count)
        let times = try PeerRace.run(rounds: options.count("repeat", default: 21), beside: peer) {
            ThreadClock.time { columns.measure(into: &measures) } / Double(max(quads.count, 1))
        }
        let words = quads.indices.flatMap { row -> [UInt64] in
            let center = measures.center(row), normal = measures.normal(row) ?? .zero
            return [
                center.x, center.y, center.z, normal.x, normal.y, normal.z, measures.area(row),
                measures.flatness(row) ?? 0,
            ].map(\.bitPattern)
        }
        try RecordFile.write(words, magic: "PROPS1", wordsPerRecord: 8, to: out)
        return [
            "name": "QuadColumns.measure (\(KernelLevel.best.rawValue))", "quads": quads.count,
            "ns_per_quad": times.ours,
        ].merging(times.summary) { first, _ in first }
    }
}
