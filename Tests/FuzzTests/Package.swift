// swift-tools-version: 6.2
import PackageDescription

/// Set to 1, there is a trap to be found.
let isPlanted = Context.environment["QUADFUZZ_PLANTED"] == "1"

let package = Package(
    name: "FuzzTests",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "quadcal", path: "../..")],
    targets: [
        .target(name: "CFuzzer"),
        // Links to the sources of the tool, whose readers of CSV are in no library, and to what it has for itself.
        .target(
            name: "QuadcalTool",
            dependencies: [
                .product(name: "QuadGeometry", package: "quadcal"),
                .product(name: "RigidCalibration", package: "quadcal"),
                .product(name: "Markers", package: "quadcal"),
                .product(name: "MarkersSandbox", package: "quadcal"),
            ], exclude: ["quadcal/Main.swift"]),
        .executableTarget(
            name: "quadfuzz",
            dependencies: [
                "CFuzzer", "QuadcalTool", .product(name: "QuadGeometry", package: "quadcal"),
                .product(name: "RigidCalibration", package: "quadcal"),
                .product(name: "Markers", package: "quadcal"),
            ],
            swiftSettings: isPlanted ? [.define("PLANTED")] : []),
    ]
)

for target in package.targets where target.name != "CFuzzer" {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ]
}
