// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "quadcal",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "QuadGeometry", targets: ["QuadGeometry"]),
        .executable(name: "quadcal", targets: ["quadcal"]),
    ],
    targets: [
        // Numbers: no Foundation, no I/O.
        .target(
            name: "QuadGeometry",
            // `.squareRoot()` is a call into libm in debug builds.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

        // Doors.
        .executableTarget(name: "quadcal", dependencies: ["QuadGeometry"]),

        // Tests mirror the sources.
        .testTarget(name: "QuadGeometryTests", dependencies: ["QuadGeometry"]),
        .testTarget(name: "quadcalTests", dependencies: ["QuadGeometry", "quadcal"]),
        .testTarget(name: "HouseTests", dependencies: ["QuadGeometry", "quadcal"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
