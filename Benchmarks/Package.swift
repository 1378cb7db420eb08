// swift-tools-version: 6.2
import PackageDescription

let native = ["-O3", "-march=native", "-ffp-contract=fast"]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "quadcal", path: "..")],
    targets: [
        // The same work in C and C++, for the machine at hand, with LAPACKE, Eigen, Embree and SQLite.
        .target(
            name: "CPeers", cSettings: [.unsafeFlags(native)],
            cxxSettings: [.unsafeFlags(native + ["-DNDEBUG"])],
            linkerSettings: [.linkedLibrary("lapacke"), .linkedLibrary("embree3"), .linkedLibrary("sqlite3")]),
        // Processes whose system calls are counted and broken, and what must come of it.
        .target(name: "CTracer"),
        .target(
            name: "KillSweep",
            dependencies: [
                "CTracer", .product(name: "Markers", package: "quadcal"),
                .product(name: "MarkersClient", package: "quadcal"),
                .product(name: "MarkersOffline", package: "quadcal"),
            ]),
        // Runs of measurements as values: their comparison, the forms for others, plots.
        .target(name: "BenchRecords"),
        .executableTarget(
            name: "quadbench",
            dependencies: [
                "BenchRecords", "CPeers", "KillSweep", .product(name: "ARMessages", package: "quadcal"),
                .product(name: "FrameGraph", package: "quadcal"),
                .product(name: "QuadGeometry", package: "quadcal"),
                .product(name: "RigidCalibration", package: "quadcal"),
                .product(name: "Markers", package: "quadcal"),
                .product(name: "MarkersClient", package: "quadcal"),
                .product(name: "MarkersOffline", package: "quadcal"),
                .product(name: "MarkersSandbox", package: "quadcal"),
                .product(name: "MarkersURLSession", package: "quadcal"),
                .product(name: "VisionSensor", package: "quadcal"),
                // The tool, which is measured as a process of its own, and its wings.
                .product(name: "quadcal", package: "quadcal"),
                .product(name: "quadcal-frames", package: "quadcal"),
                .product(name: "quadcal-devices", package: "quadcal"),
            ]),
        .testTarget(name: "BenchRecordsTests", dependencies: ["BenchRecords"]),
        .testTarget(
            name: "quadbenchTests",
            dependencies: [
                "BenchRecords", "quadbench", .product(name: "QuadGeometry", package: "quadcal"),
                .product(name: "RigidCalibration", package: "quadcal"),
                .product(name: "Markers", package: "quadcal"),
                .product(name: "MarkersClient", package: "quadcal"),
                .product(name: "MarkersSandbox", package: "quadcal"),
            ]),
    ]
)

for target in package.targets where !["CPeers", "CTracer"].contains(target.name) {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
