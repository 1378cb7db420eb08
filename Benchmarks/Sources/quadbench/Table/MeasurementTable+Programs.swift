import BenchRecords

extension MeasurementTable {
    static let markers: [MeasurementSource] = [
        MeasurementSource(
            area: "JSON", command: "json", options: ["file": "{markers}", "repeat": "5", "foundation": ""],
            short: ["file": "{few}", "repeat": "3"],
            peerOptions: ["peer": "{python} Benchmarks/Peers/marker_json.py msgspec"],
            rows: [
                .rate(
                    "markers read", "MB/s", ["median_mb_per_s"], atLeast: 3,
                    peer: ("msgspec", ["peer_mb_per_s"])),
                .rate(
                    "markers read, every field decoded", "MB/s", ["every_field_mb_per_s"], atLeast: 2,
                    peer: ("msgspec", ["peer_mb_per_s"])),
                .rate(
                    "markers written", "MB/s", ["written_mb_per_s"], atLeast: 5,
                    peer: ("Foundation, reading", ["foundation_mb_per_s"])),
            ]),
        MeasurementSource(
            area: "JSON", command: "jsonstream", options: ["megabytes": "200"], from: .full, repeats: 1,
            rows: [.cost("memory of a stream of 200 MB", ["grown_mb"], unit: "MB")]),
        MeasurementSource(
            area: "plans", command: "plan", options: ["file": "{few}", "repeat": "5"],
            short: ["file": "{few}", "repeat": "3"],
            rows: [
                .cost("plan of a marker, *", ["*", "ns_plan"], peer: ("reading it", ["*", "ns_read"]))
            ]),
        MeasurementSource(
            area: "plans", command: "checkfile", options: ["markers": "20000", "repeat": "5"], from: .usual,
            repeats: 1,
            rows: [
                .cost("check of a file", ["check_ms"], unit: "ms", peer: ("reading it", ["read_ms"])),
                .judged(
                    "check of a file over reading it, but for the start", "ratio", ["ratio"], .lower,
                    limit: 1.5),
            ]),
    ]

    static let programs: [MeasurementSource] = [
        MeasurementSource(
            area: "memory", command: "allocations", repeats: 1,
            rows: [
                .count("allocations, \(AllocationsBench.control)", "allocations", ["control"], atMost: 1),
                .count("allocations, *", "allocations", ["promised", "*"], atMost: 0),
            ]),
        MeasurementSource(
            area: "growth", command: "growth", options: ["repeat": "5"], from: .usual,
            rows: [.judged("exponent of growth, *", "power of n", ["exponent", "*"], .lower, limit: 1.15)]),
        MeasurementSource(
            area: "programs", command: "startup", options: ["repeat": "40"], from: .usual, repeats: 1,
            rows: [
                .cost("start of the tool, *", ["*", "median_ms"], unit: "ms")
            ]),
        MeasurementSource(
            area: "programs", command: "sizes", from: .usual, repeats: 1,
            rows: [.cost("size of *", ["megabytes", "*"], unit: "MB")]),
        MeasurementSource(
            area: "programs", command: "buildtime", from: .full, repeats: 1,
            rows: [.cost("clean release build of *", ["seconds", "*"], unit: "s")]),
    ]

    /// Two processors take part in these: a client on one, a server on the other.
    static let servers: [MeasurementSource] = [
        MeasurementSource(
            area: "client", command: "push", options: ["count": "2000", "repeat": "3"],
            peerOptions: ["python": "{python}"], from: .full, repeats: 1,
            rows: [
                .rate(
                    "versioned updates, whole jobs", "1/s", ["updates", "job", "per_second"], atLeast: 3,
                    peer: ("URLSession", ["updates", "URLSession, a loop", "per_second"]))
            ]),
        MeasurementSource(
            area: "client", command: "resume", options: ["markers": "20000", "repeat": "3"], from: .full,
            repeats: 1,
            rows: [.cost("resume of a finished job of 20,000 markers", ["seconds"], unit: "s")]),
        MeasurementSource(
            area: "offline", command: "offline", options: ["speed": "", "repeat": "5"],
            peerOptions: ["python": "{python}"], from: .full, repeats: 1,
            rows: [
                .cost(
                    "first list of 400 markers that a store shows", ["lists", "first_value_ms"], unit: "ms",
                    atMost: 1, peer: ("requests-cache", ["lists", "peers_ms", "requests-cache"])),
                .cost(
                    "100 kept lists validated, beyond the server's time",
                    ["lists", "validate_beyond_server_ms"], unit: "ms", atMost: 0.1,
                    peer: ("httpx and hishel", ["lists", "peers_ms", "conditional"])),
                .judged(
                    "an edit queued on the disk over a bare commit", "ratio",
                    ["queue", "enqueue", "times_bare"], .lower, limit: 1.2),
                .rate(
                    "queued updates sent", "1/s", ["queue", "flush", "per_second", "queue"], atLeast: 3,
                    peer: ("httpx", ["queue", "flush", "per_second", "httpx"])),
                .judged("a change shown by a model", "ms", ["notices", "median_ms"], .lower, limit: 50),
            ]),
        MeasurementSource(
            area: "sensor", command: "sense", options: ["speed": "", "rounds": "9"],
            peerOptions: ["python": "{python}"], from: .usual, repeats: 1,
            rows: [
                .cost(
                    "reply of 12 objects read", ["speed", "read", "median_ns"], atMost: 2.5,
                    peer: ("msgspec", ["speed", "read", "peer_median_ns"])),
                .cost(
                    "box to quad with its covariance", ["speed", "quad", "median_ns"], atMost: 0.5,
                    peer: ("numpy", ["speed", "quad", "peer_median_ns"])),
                .cost(
                    "200 replies of 12 objects into markers", ["speed", "tracks", "median_ns"], atMost: 0.1,
                    peer: ("numpy and SciPy", ["speed", "tracks", "peer_median_ns"])),
                .cost(
                    "detection asked over loopback, beyond the server's time",
                    ["speed", "call", "beyond_server_us"], unit: "us", atMost: 0.6,
                    peer: ("httpx", ["speed", "call", "peer_beyond_server_us"])),
            ]),
        MeasurementSource(
            area: "sandbox", command: "sandbox", options: ["count": "4000", "repeat": "3", "starts": "10"],
            peerOptions: ["python": "{python}"], from: .full, repeats: 1,
            rows: [
                .rate(
                    "sandbox, * requests", "1/s", ["requests", "*", "sandbox", "per_second"],
                    peer: ("FastAPI", ["requests", "*", "FastAPI", "per_second"]))
            ]),
    ]
}
