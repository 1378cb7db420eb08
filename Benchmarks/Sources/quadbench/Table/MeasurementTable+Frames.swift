import BenchRecords

extension MeasurementTable {
    static let frames: [MeasurementSource] = [
        MeasurementSource(
            area: "frames", command: "graph", options: ["graphs": "20", "suspects": "200"],
            short: ["graphs": "4", "suspects": "20"], peerOptions: ["python": "{python}"], repeats: 1,
            rows: [
                .cost(
                    "solution of a graph of *", ["table", "*", "ms"], unit: "ms",
                    peer: ("GTSAM", ["table", "*", "gtsam_ms"])),
                .cost("solution of a ring of 1,000 poses", ["ring", "ms"], unit: "ms", atMost: 100),
            ]),
        MeasurementSource(
            area: "frames", command: "handeye", options: ["scenes": "40"], short: ["scenes": "4"], repeats: 1,
            rows: [.cost("hand-eye fit of 15 poses, *", ["table", "*", "ms"], unit: "ms")]),
        MeasurementSource(
            area: "frames", command: "fuse", options: ["seeds": "20"], from: .full, repeats: 1,
            rows: [
                .cost("fusion of 200 sessions of 400 markers", ["large", "seconds"], unit: "s", atMost: 5)
            ]),
        MeasurementSource(
            area: "frames", command: "messages", options: ["count": "2000"], short: ["count": "500"],
            repeats: 1,
            rows: [
                .cost(
                    "message of 285 bytes read, carried and written", ["one", "median_ns"], atMost: 0.1,
                    peer: ("Foundation", ["one", "foundation_ns"])),
                .cost(
                    "message to 15 frames, in memory", ["room", "median_ns"], atMost: 0.1,
                    peer: ("Foundation", ["room", "foundation_ns"])),
            ]),
    ]
}
