// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "LinkageTest",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "quadcal", path: "../..")],
    targets: [
        .executableTarget(
            name: "QuadsOnly", dependencies: [.product(name: "QuadGeometry", package: "quadcal")]),
        .executableTarget(
            name: "KernelsInUse", dependencies: [.product(name: "QuadGeometry", package: "quadcal")]),
        .executableTarget(
            name: "FitsInUse", dependencies: [.product(name: "RigidCalibration", package: "quadcal")]),
        .executableTarget(
            name: "FitsOnly",
            dependencies: [
                .product(name: "QuadGeometry", package: "quadcal"),
                .product(name: "RigidCalibration", package: "quadcal"),
            ]),
        .executableTarget(
            name: "DoorCases",
            dependencies: [
                .product(name: "QuadGeometry", package: "quadcal"),
                .product(name: "RigidCalibration", package: "quadcal"),
            ]),
        .executableTarget(name: "WithFoundation"),
    ]
)
