import BenchRecords

extension MeasurementTable {
    /// An index of markers beside Embree's scene in floats.
    static func index(count: String, from effort: Effort) -> MeasurementSource {
        let robust = "Embree robust"
        return MeasurementSource(
            area: "kernels", command: "index",
            options: ["count": count, "rays": "65536", "verify": "1", "tree": "1", "repeat": "5"],
            peerOptions: ["python": "{python}"], from: effort,
            rows: [
                .cost(
                    "rays at an index of \(count), *", ["kinds", "*", "ns_per_ray", "ours"], atMost: 1,
                    peer: (robust, ["kinds", "*", "ns_per_ray", robust])),
                .cost("build of an index of \(count), a quad", ["build_ns_per_quad", "ours"], atMost: 500),
                .cost(
                    "picture of an index of \(count), a pixel", ["camera_maps", "ns_per_pixel", "maps"],
                    atMost: 0.5, peer: ("single rays", ["camera_maps", "ns_per_pixel", "single rays"])),
                .cost(
                    "nearest of \(count) quads to a point", ["nearest", "ns_per_point"], atMost: 1,
                    peer: ("Open3D", ["nearest", "open3d", "peer_median_ns"])),
                .cost(
                    "neighbors of \(count) quads", ["neighbors_ms", "spread out"], unit: "ms", atMost: 60),
                .cost(
                    "neighbors of 20,000 quads in half a cubic metre, beside \(count)",
                    ["neighbors_ms", "20,000 in half a cubic metre"], unit: "ms"),
            ])
    }
}
