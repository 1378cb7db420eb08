// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v14)],
    // In a package of your own: .package(url: "…", from: "0.1.0").
    dependencies: [.package(name: "quadcal", path: "..")],
    targets: [
        .executableTarget(
            name: "CheckQuad",
            dependencies: [
                .product(name: "Markers", package: "quadcal"),
                .product(name: "QuadGeometry", package: "quadcal"),
            ]),
        .executableTarget(
            name: "FitAndPredict", dependencies: [.product(name: "RigidCalibration", package: "quadcal")]),
        .executableTarget(
            name: "GuideTour",
            dependencies: [
                .product(name: "Markers", package: "quadcal"),
                .product(name: "MarkersClient", package: "quadcal"),
                .product(name: "MarkersSandbox", package: "quadcal"),
                .product(name: "QuadGeometry", package: "quadcal"),
            ]),
        .executableTarget(
            name: "OfflineHall",
            dependencies: [
                .product(name: "Markers", package: "quadcal"),
                .product(name: "MarkersClient", package: "quadcal"),
                .product(name: "MarkersOffline", package: "quadcal"),
                .product(name: "MarkersSandbox", package: "quadcal"),
                .product(name: "QuadGeometry", package: "quadcal"),
            ]),
        .executableTarget(
            name: "RecalibrateSpace",
            dependencies: [
                .product(name: "Markers", package: "quadcal"),
                .product(name: "MarkersClient", package: "quadcal"),
                .product(name: "MarkersSandbox", package: "quadcal"),
                .product(name: "QuadGeometry", package: "quadcal"),
                .product(name: "RigidCalibration", package: "quadcal"),
            ]),
        .executableTarget(
            name: "ThreeJobs",
            dependencies: [
                .product(name: "MarkersClient", package: "quadcal"),
                .product(name: "MarkersSandbox", package: "quadcal"),
                .product(name: "Quadcal", package: "quadcal"),
            ]),
    ]
)
