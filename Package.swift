// swift-tools-version: 6.2
import PackageDescription

/// Set to 1, only the baseline kernels are built, as on processors that are not x86-64.
let baselineOnly = Context.environment["QUADCAL_BASELINE"] == "1"

#if arch(x86_64)
let hasWideKernels = !baselineOnly
#else
let hasWideKernels = false
#endif

/// The transport on Apple's systems.
let urlSession = Target.Dependency.target(
    name: "MarkersURLSession", condition: .when(platforms: [.macOS, .iOS]))

/// The modules that the tool is made of: what checks, fits and recalibrates. Others belong to its wings.
let tool: [Target.Dependency] = [
    urlSession,
    "CheckReports", "FitReports", "JobReports", "Markers", "MarkerTables", "MarkersEndpoint", "MarkersJobs",
    "MarkersReport",
    "PublishedResults", "QuadGeometry", "RaycastReports", "RigidCalibration", "SandboxServing", "StrictJSON",
    "ToolBench", "ToolCommands", "ToolMarkers", "ToolServer", "ToolTerminal",
]

/// The rooms of the house: the folders of Sources, each with its modules. Those of the core stand on no other room.
let rooms: [String: Set<String>] = [
    "Core": [
        "MarkerTables", "Markers", "MarkersClient", "MarkersEndpoint", "MarkersJobs", "MarkersReport",
        "MarkersURLSession", "QuadGeometry", "Quadcal", "RigidCalibration", "SQLiteStore", "StrictJSON",
    ],
    "Frames": ["FrameCodes", "FrameGraph", "FrameGraphFiles", "FrameReports", "FramesTool"],
    "Sensors": ["SensorReports", "VisionSensor", "VisionSensorClient"],
    "Devices": [
        "ARMessages", "ARMessagesClient", "ARMessagesURLSession", "DevicesTool", "MessageSockets",
        "RelayServer", "WebSocket",
    ],
    "Offline": ["MarkersOffline", "SyncReports"],
    "Testing": ["DemoScenes", "HTTPServer", "MarkersSandbox", "SandboxServing", "SandboxTransport"],
    "Bindings": ["CQuadcal", "QuadcalC"],
    "Tool": [
        "CheckReports", "FitReports", "JobReports", "PublishedResults", "QuadcalTool", "RaycastReports",
        "ToolBench", "ToolCommands", "ToolMarkers", "ToolServer", "ToolTerminal",
    ],
]

/// Set, the fuzzer of every reader is built, too.
let isFuzzing = Context.environment["QUADCAL_FUZZING"] != nil
let fuzzers: [Target] =
    !isFuzzing
    ? []
    : [
        .target(name: "CFuzzer", path: "Tests/FuzzTests/CFuzzer"),
        .executableTarget(
            name: "quadfuzz",
            dependencies: [
                "ARMessages", "CFuzzer", "CQuadcal", "FrameGraph", "FrameGraphFiles", "MarkerTables",
                "Markers",
                "QuadGeometry", "QuadcalC", "RigidCalibration", "StrictJSON", "VisionSensor", "WebSocket",
            ],
            path: "Tests/FuzzTests/quadfuzz"),
    ]

/// Set by `scripts/build`, so that `make demo` and `make test` share one debug build, the quickest there is: each module is compiled
/// in one piece, beside those that it imports, and what computes is optimised and keeps debug's assertions.
let isShared = Context.environment["QUADCAL_SHARED_BUILD"] != nil
/// Chosen by the seconds that they cost the build and save the tests: Benchmarks/Results/build-times.md.
let computing: Set = [
    "QuadKernels", "QuadKernelsSingle", "QuadKernelsV3", "QuadKernelsV3Single", "QuadKernelsV4",
    "QuadGeometry", "RigidCalibration", "FrameGraph", "StrictJSON", "MarkerTables",
]

/// The modules that only say what others have found: optimised, they take three times as long to compile and save nobody a
/// moment.
let words: Set = [
    "DevicesTool", "FitReports", "FrameCodes", "FrameReports", "FramesTool", "JobReports", "QuadcalTool",
    "RaycastReports", "SandboxServing", "SensorReports", "SyncReports", "ToolBench", "ToolCommands",
    "ToolMarkers", "ToolServer", "ToolTerminal",
]

/// One kernel source built for a level of x86-64; the module above chooses at run time.
func kernels(
    _ name: String, folder: String, dependencies: [Target.Dependency], define level: String,
    flags: [String]
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/Core/Kernels/\(folder)",
        swiftSettings: [
            .define(level, .when(platforms: [.linux])),
            .unsafeFlags(flags.flatMap { ["-Xcc", $0] }, .when(platforms: [.linux])),
        ])
}

let wideKernels: [Target] =
    hasWideKernels
    ? [
        kernels(
            "QuadKernelsV3", folder: "V3", dependencies: ["CRegister"], define: "LEVEL_V3",
            flags: ["-march=x86-64-v3"]),
        kernels(
            "QuadKernelsV3Single", folder: "V3Single", dependencies: ["CRegister"], define: "LEVEL_V3",
            flags: ["-march=x86-64-v3"]),
        kernels(
            "QuadKernelsV4", folder: "V4", dependencies: ["CRegister"], define: "LEVEL_V4",
            flags: ["-march=x86-64-v4", "-mprefer-vector-width=512"]),
    ] : []

/// Set to 0, fits do not look for LAPACK: by the solver of their own they have the same bits.
let hasLAPACK = Context.environment["QUADCAL_LAPACK"] != "0"

let package = Package(
    name: "quadcal",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Quadcal", targets: ["Quadcal"]),
        .library(name: "QuadGeometry", targets: ["QuadGeometry"]),
        .library(name: "RigidCalibration", targets: ["RigidCalibration"]),
        .library(name: "Markers", targets: ["Markers", "StrictJSON"]),
        .library(name: "MarkersReport", targets: ["MarkersReport"]),
        .library(name: "MarkersEndpoint", targets: ["MarkersEndpoint"]),
        .library(name: "MarkersClient", targets: ["MarkersClient", "MarkersEndpoint", "MarkersJobs"]),
        .library(name: "MarkersURLSession", targets: ["MarkersURLSession"]),
        .library(name: "MarkersOffline", targets: ["MarkersOffline"]),
        .library(name: "MarkersSandbox", targets: ["MarkersSandbox", "SandboxTransport"]),
        .library(name: "FrameGraph", targets: ["FrameGraph", "FrameGraphFiles"]),
        .library(
            name: "ARMessages", targets: ["ARMessages", "ARMessagesClient", "MessageSockets", "WebSocket"]),
        .library(name: "ARMessagesURLSession", targets: ["ARMessagesURLSession"]),
        .library(name: "VisionSensor", targets: ["VisionSensor", "VisionSensorClient"]),
        .executable(name: "quadcal", targets: ["QuadcalTool"]),
        .executable(name: "quadcal-frames", targets: ["FramesTool"]),
        .executable(name: "quadcal-devices", targets: ["DevicesTool"]),
    ],
    targets: [
        // Numbers: no Foundation, no I/O.
        .target(name: "CProcessor", path: "Sources/Core/Kernels/CProcessor"),
        .target(name: "CRegister", path: "Sources/Core/Kernels/CRegister"),
        .target(name: "QuadKernels", dependencies: ["CRegister"], path: "Sources/Core/Kernels/Baseline"),
        .target(
            name: "QuadKernelsSingle", dependencies: ["CRegister"], path: "Sources/Core/Kernels/Single"),
    ] + wideKernels + [
        .target(
            name: "QuadGeometry",
            dependencies: ["CProcessor", "QuadKernels", "QuadKernelsSingle"]
                + wideKernels.map { .target(name: $0.name) },
            swiftSettings: hasWideKernels ? [.define("WIDE_KERNELS")] : [],
            // `.squareRoot()` is a call into libm in debug builds.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        // The SVD of fits, by LAPACKE. It is loaded with the first fit, so that it is not linked.
        .systemLibrary(
            name: "CLAPACKE", path: "Sources/System/CLAPACKE", providers: [.apt(["liblapacke-dev"])]),
        .target(
            name: "RigidCalibration",
            dependencies: ["QuadGeometry"]
                + (hasLAPACK ? [.target(name: "CLAPACKE", condition: .when(platforms: [.linux]))] : []),
            swiftSettings: hasLAPACK ? [] : [.define("QUADCAL_WITHOUT_LAPACK")]),

        // The same for programs that are not written in Swift: a header of C, and what stands behind it.
        .target(name: "CQuadcal"),
        .target(name: "QuadcalC", dependencies: ["CQuadcal", "QuadGeometry", "RigidCalibration"]),

        // Frames of sessions, devices and cameras, and the motions measured between them.
        .target(name: "FrameGraph", dependencies: ["QuadGeometry", "RigidCalibration"]),

        // Detections of a camera, made into quads.
        .target(name: "VisionSensor", dependencies: ["QuadGeometry", "RigidCalibration", "StrictJSON"]),

        // Text: no Foundation, no files.
        .target(name: "StrictJSON"),

        // Graphs of frames in files.
        .target(name: "FrameGraphFiles", dependencies: ["FrameGraph", "QuadGeometry", "StrictJSON"]),

        // Messages between devices that each have a frame of their own: no Foundation, no sockets.
        .target(
            name: "ARMessages",
            dependencies: ["FrameGraph", "QuadGeometry", "RigidCalibration", "StrictJSON"]),

        // Tables of quads, pairs, points and rays in CSV: no Foundation, no files.
        .target(name: "MarkerTables", dependencies: ["QuadGeometry", "StrictJSON"]),

        // Markers: what users bring and get back; no network.
        .target(
            name: "Markers",
            dependencies: ["MarkerTables", "QuadGeometry", "RigidCalibration", "StrictJSON"]),
        // All that most apps and scripts need, by one import.
        .target(name: "Quadcal", dependencies: ["Markers", "QuadGeometry", "RigidCalibration"]),

        // What people are shown of a fit; no network.
        .target(name: "MarkersReport", dependencies: ["Markers", "QuadGeometry", "RigidCalibration"]),

        // What people and programs are shown of frames, and of what was found in them; no network.
        .target(
            name: "FrameReports",
            dependencies: [
                "ARMessages", "DemoScenes", "FrameGraph", "FrameGraphFiles", "Markers", "MarkersReport",
                "QuadGeometry", "StrictJSON",
            ]),

        // What people and programs are shown of detections, and recorded runs of them; no network.
        .target(
            name: "SensorReports",
            dependencies: [
                "FrameReports", "Markers", "MarkersReport", "QuadGeometry", "RigidCalibration", "StrictJSON",
                "VisionSensor",
            ]),

        // What is kept in files and between processes.
        .systemLibrary(
            name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "SQLiteStore", dependencies: ["CSQLite"]),

        // The server that keeps markers: its routes, transports and credentials.
        // Loaded with the first request, so that it is not linked.
        .systemLibrary(
            name: "CCurl", path: "Sources/System/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "MarkersEndpoint",
            dependencies: [
                "Markers", "QuadGeometry", "StrictJSON",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ]),
        // What moves the markers of a space there: plans that are carried out once, resumed and undone.
        .target(
            name: "MarkersJobs",
            dependencies: [
                "Markers", "MarkersEndpoint", "QuadGeometry", "RigidCalibration", "SQLiteStore", "StrictJSON",
            ]),
        // Both by one import.
        .target(name: "MarkersClient", dependencies: ["MarkersEndpoint", "MarkersJobs"]),
        // WebSockets of a client, over libcurl.
        .target(name: "MessageSockets", dependencies: ["MarkersEndpoint", "WebSocket"]),
        // What a device keeps and queues while it has no network.
        .target(
            name: "MarkersOffline",
            dependencies: [
                "Markers", "MarkersEndpoint", "MarkersJobs", "MessageSockets", "QuadGeometry",
                "RigidCalibration",
                "SQLiteStore",
                "WebSocket",
            ]),
        // The routes of a phone that detects.
        .target(
            name: "VisionSensorClient", dependencies: ["MarkersEndpoint", "StrictJSON", "VisionSensor"]),
        // On Linux for the tests only: nothing else there loads FoundationNetworking.
        .target(name: "MarkersURLSession", dependencies: ["MarkersEndpoint"]),

        // The server that the client is tried on; loopback only.
        .target(name: "HTTPServer", dependencies: ["WebSocket"]),

        // Frames of WebSockets: no Foundation, no sockets.
        .target(name: "WebSocket"),

        // The relay of a room on a port: passwords, limits and WebSockets around the value of ARMessages.
        .target(
            name: "RelayServer",
            dependencies: [
                "ARMessages", "FrameGraph", "HTTPServer", "QuadGeometry", "StrictJSON", "WebSocket",
            ]),
        // A device's session with a room, over libcurl or URLSession.
        .target(
            name: "ARMessagesClient",
            dependencies: ["ARMessages", "MarkersEndpoint", "MessageSockets", "QuadGeometry", "WebSocket"]),
        // On Linux for the tests only: nothing else there loads FoundationNetworking.
        .target(
            name: "ARMessagesURLSession", dependencies: ["ARMessagesClient", "MarkersEndpoint", "WebSocket"]),
        .target(
            name: "MarkersSandbox",
            dependencies: [
                "DemoScenes", "HTTPServer", "Markers", "QuadGeometry", "SQLiteStore", "WebSocket",
            ]),

        // The client on a sandbox of the same process, and a room of devices beside it.
        .target(
            name: "SandboxTransport",
            dependencies: ["ARMessages", "HTTPServer", "MarkersEndpoint", "MarkersSandbox", "RelayServer"]),

        // Made-up spaces with what is true of them, to show and to try things on.
        .target(name: "DemoScenes", dependencies: ["Markers", "QuadGeometry"]),

        // What an installation computes, and how fast.
        .target(
            name: "ToolBench", dependencies: ["Markers", "QuadGeometry", "RigidCalibration", "StrictJSON"]),

        // What every command of the tool takes and says: options, streams, failures, text and documents. It knows no markers.
        .target(name: "ToolTerminal", dependencies: ["StrictJSON"]),

        // The same for files of markers, pairs, motions and settings.
        .target(
            name: "ToolMarkers",
            dependencies: [
                "MarkerTables", "Markers", "QuadGeometry", "RigidCalibration", "StrictJSON", "ToolTerminal",
            ]),

        // The same for servers and credentials.
        .target(
            name: "ToolServer",
            dependencies: ["Markers", "MarkersEndpoint", "StrictJSON", "ToolTerminal"]),

        // Commands, the tools that have them, and their help, completions and manual page.
        .target(
            name: "ToolCommands",
            dependencies: ["PublishedResults", "StrictJSON", "ToolMarkers", "ToolTerminal"]),

        // Options, files and work of `quadcal sandbox`.
        .target(
            name: "SandboxServing",
            dependencies: [
                "DemoScenes", "Markers", "MarkersSandbox", "StrictJSON", "ToolCommands", "ToolMarkers",
                "ToolTerminal",
            ]),

        // A store and its server brought together: options, text and documents of `quadcal sync`.
        .target(
            name: "SyncReports",
            dependencies: [
                "JobReports", "Markers", "MarkersEndpoint", "MarkersJobs", "MarkersOffline", "MarkersSandbox",
                "QuadGeometry", "SandboxServing", "StrictJSON", "ToolServer", "ToolTerminal",
            ]),

        // Results of checks and fits as other programs show them, and the meaning of their codes.
        .target(
            name: "PublishedResults",
            dependencies: ["Markers", "QuadGeometry", "StrictJSON", "ToolTerminal"]),

        // What checks, fits and jobs come to, as text and as documents; fits with the sources of their pairs.
        .target(
            name: "CheckReports",
            dependencies: [
                "Markers", "MarkerTables", "PublishedResults", "QuadGeometry", "StrictJSON", "ToolMarkers",
                "ToolTerminal",
            ]),
        .target(
            name: "FitReports",
            dependencies: [
                "Markers", "MarkersReport", "MarkerTables", "PublishedResults", "QuadGeometry",
                "RigidCalibration", "StrictJSON", "ToolMarkers", "ToolTerminal",
            ]),
        .target(
            name: "JobReports",
            dependencies: [
                "CheckReports", "FitReports", "Markers", "MarkersEndpoint", "MarkersJobs", "PublishedResults",
                "QuadGeometry", "RigidCalibration", "StrictJSON", "ToolMarkers", "ToolServer", "ToolTerminal",
            ]),

        // What rays and cameras meet of markers, as text, documents and pictures.
        .target(
            name: "RaycastReports",
            dependencies: [
                "CheckReports", "FitReports", "Markers", "MarkersReport", "MarkerTables", "QuadGeometry",
                "StrictJSON", "ToolMarkers", "ToolTerminal", "VisionSensor",
            ]),

        // The codes that commands about frames and detections say, with their meanings.
        .target(
            name: "FrameCodes",
            dependencies: [
                "CheckReports", "FrameReports", "Markers", "PublishedResults", "QuadGeometry", "ToolMarkers",
                "ToolTerminal",
            ]),

        // The tool. Not quadcal, which the file systems of Apple's machines take for the library Quadcal.
        .executableTarget(name: "QuadcalTool", dependencies: tool),

        // Its wings: executables beside it, to which it hands over.
        .executableTarget(
            name: "FramesTool",
            dependencies: [
                "ARMessages", "CheckReports", "DemoScenes", "FitReports", "FrameCodes", "FrameGraph",
                "FrameGraphFiles", "FrameReports", "JobReports", "Markers", "MarkersEndpoint", "MarkersJobs",
                "MarkerTables", "PublishedResults", "QuadGeometry", "StrictJSON", "ToolCommands",
                "ToolMarkers", "ToolServer", "ToolTerminal", urlSession,
            ]),
        .executableTarget(
            name: "DevicesTool",
            dependencies: [
                "ARMessages", "ARMessagesClient", "CheckReports", "DemoScenes", "FitReports", "FrameCodes",
                "FrameReports", "HTTPServer", "JobReports", "Markers", "MarkersEndpoint", "MarkersJobs",
                "MarkersOffline", "MarkersSandbox", "PublishedResults", "QuadGeometry", "RaycastReports",
                "RelayServer", "SandboxServing", "SandboxTransport", "SensorReports", "StrictJSON",
                "SyncReports", "ToolCommands", "ToolMarkers", "ToolServer", "ToolTerminal", "VisionSensor",
                "VisionSensorClient",
                urlSession,
            ]),

        // Tests mirror the sources.
        .target(
            name: "TestSupport",
            dependencies: ["Markers", "QuadGeometry", "RigidCalibration", "WebSocket"],
            path: "Tests/Testing/TestSupport"
        ),
        .testTarget(name: "QuadGeometryTests", dependencies: ["QuadGeometry", "TestSupport"]),
        // A server, a network and other people, simulated in virtual time.
        .target(
            name: "PushSimulation",
            dependencies: [
                "Markers", "MarkersClient", "MarkersOffline", "QuadGeometry", "RigidCalibration",
                "TestSupport",
            ],
            path: "Tests/Testing/PushSimulation"),
        .testTarget(
            name: "HeavyTests",
            dependencies: [
                "Markers", "MarkersClient", "PushSimulation", "QuadGeometry", "StrictJSON", "TestSupport",
            ]),
        .testTarget(
            name: "RigidCalibrationTests", dependencies: ["QuadGeometry", "RigidCalibration", "TestSupport"]),
        .testTarget(
            name: "QuadcalCTests",
            dependencies: ["CQuadcal", "QuadcalC", "QuadGeometry", "RigidCalibration", "TestSupport"]),
        .testTarget(
            name: "FrameGraphTests",
            dependencies: ["FrameGraph", "QuadGeometry", "RigidCalibration", "TestSupport"]),
        .testTarget(
            name: "FrameReportsTests",
            dependencies: [
                "DemoScenes", "FrameGraph", "FrameGraphFiles", "FrameReports", "Markers", "MarkersReport",
                "QuadGeometry", "RigidCalibration", "StrictJSON", "TestSupport",
            ]),
        .testTarget(
            name: "FrameGraphFilesTests",
            dependencies: ["FrameGraph", "FrameGraphFiles", "QuadGeometry", "StrictJSON", "TestSupport"]),
        .testTarget(
            name: "ARMessagesTests",
            dependencies: [
                "ARMessages", "FrameGraph", "QuadGeometry", "RigidCalibration", "StrictJSON", "TestSupport",
            ]),
        .testTarget(
            name: "VisionSensorTests",
            dependencies: [
                "DemoScenes", "QuadGeometry", "RigidCalibration", "StrictJSON", "TestSupport", "VisionSensor",
            ]),
        .testTarget(
            name: "MarkerTablesTests",
            dependencies: ["MarkerTables", "QuadGeometry", "StrictJSON", "TestSupport"]),
        .testTarget(
            name: "MarkersTests",
            dependencies: [
                "Markers", "MarkerTables", "QuadGeometry", "RigidCalibration", "StrictJSON", "TestSupport",
            ]),
        .testTarget(name: "SQLiteStoreTests", dependencies: ["SQLiteStore"]),
        .testTarget(
            name: "MarkersClientTests",
            dependencies: [
                "Markers", "MarkersClient", "MarkersEndpoint", "MarkersJobs", "MarkersSandbox",
                "MarkersURLSession", "PushSimulation", "QuadGeometry", "RigidCalibration", "SQLiteStore",
                "TestSupport",
            ]),
        .testTarget(
            name: "MarkersOfflineTests",
            dependencies: [
                "Markers", "MarkersClient", "MarkersOffline", "MarkersSandbox", "MessageSockets",
                "QuadGeometry", "RigidCalibration", "SQLiteStore", "SandboxTransport", "TestSupport",
            ]),
        .testTarget(
            name: "VisionSensorClientTests",
            dependencies: ["MarkersClient", "MarkersSandbox", "VisionSensor", "VisionSensorClient"]),
        .testTarget(
            name: "RelayServerTests",
            dependencies: [
                "ARMessages", "HTTPServer", "RelayServer", "StrictJSON", "TestSupport", "WebSocket",
            ]),
        .testTarget(
            name: "ARMessagesClientTests",
            dependencies: [
                "ARMessages", "ARMessagesClient", "MarkersClient", "QuadGeometry", "RelayServer",
                "StrictJSON", "TestSupport", "WebSocket",
            ]),
        .testTarget(name: "WebSocketTests", dependencies: ["TestSupport", "WebSocket"]),
        .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "TestSupport"]),
        .testTarget(
            name: "MarkersSandboxTests",
            dependencies: [
                "ARMessages", "DemoScenes", "HTTPServer", "Markers", "MarkersSandbox", "QuadGeometry",
                "SandboxTransport", "TestSupport", "WebSocket",
            ]),
        .testTarget(
            name: "SandboxTransportTests",
            dependencies: ["Markers", "MarkersClient", "MarkersSandbox", "QuadGeometry", "SandboxTransport"]),
        .testTarget(name: "DemoScenesTests", dependencies: ["DemoScenes", "Markers", "QuadGeometry"]),
        .testTarget(
            name: "MarkersReportTests",
            dependencies: ["Markers", "MarkersReport", "QuadGeometry", "RigidCalibration", "TestSupport"]),
        .testTarget(
            name: "ToolTerminalTests",
            dependencies: [
                "MarkersClient", "MarkersSandbox", "StrictJSON", "TestSupport", "ToolServer", "ToolTerminal",
            ]),
        .testTarget(
            name: "FitReportsTests",
            dependencies: [
                "FitReports", "MarkerTables", "Markers", "QuadGeometry", "RigidCalibration", "StrictJSON",
                "TestSupport", "ToolTerminal",
            ]),
        .testTarget(name: "JobReportsTests", dependencies: ["JobReports", "ToolTerminal"]),
        .testTarget(
            name: "quadcalTests",
            dependencies: [
                "CheckReports", "DemoScenes", "DevicesTool", "FitReports", "FrameCodes", "FrameGraph",
                "FramesTool", "JobReports", "Markers", "MarkersClient", "MarkersOffline", "MarkersReport",
                "MarkersSandbox", "MarkerTables", "PublishedResults", "QuadcalTool", "QuadGeometry",
                "RigidCalibration", "SandboxServing", "SQLiteStore", "StrictJSON", "TestSupport",
                "ToolCommands", "ToolMarkers", "ToolServer", "ToolTerminal", "VisionSensor",
            ],
            path: "Tests/Tool/quadcalTests"),
        .testTarget(name: "ToolBenchTests", dependencies: ["RigidCalibration", "ToolBench"]),
        // The code of the articles.
        .testTarget(
            name: "ArticleTests",
            dependencies: [
                "ARMessages", "ARMessagesClient", "ARMessagesURLSession", "FrameGraph", "FrameGraphFiles",
                "Markers", "MarkersClient", "MarkersEndpoint", "MarkersOffline", "MarkersReport",
                "MarkersSandbox", "MarkersURLSession", "MessageSockets",
                "QuadGeometry", "Quadcal", "RigidCalibration", "SandboxTransport", "StrictJSON",
                "TestSupport", "VisionSensor",
                "VisionSensorClient",
                "WebSocket",
            ]),
        // They run the tool.
        .testTarget(name: "HouseTests", dependencies: ["QuadcalTool"]),
    ] + fuzzers
)

for target in package.targets where target.path == nil {
    let isTest = target.type == .test
    let module = isTest ? String(target.name.dropLast("Tests".count)) : target.name
    guard let room = rooms.first(where: { $0.value.contains(module) })?.key else { continue }
    target.path = "\(isTest ? "Tests" : "Sources")/\(room)/\(target.name)"
}

/// Here every expression that the compiler cannot prove safe says so.
let unsafeIsMarked: Set = [
    "QuadKernels", "QuadKernelsSingle", "QuadKernelsV3", "QuadKernelsV3Single", "QuadKernelsV4",
    "QuadGeometry", "RigidCalibration",
]
let cTargets = ["CFuzzer", "CProcessor", "CQuadcal", "CRegister"]

for target in package.targets where target.type != .system && !cTargets.contains(target.name) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
        ] + (unsafeIsMarked.contains(target.name) ? [.strictMemorySafety()] : [])
}

for target in package.targets where isShared && target.swiftSettings != nil {
    var flags = [
        "-whole-module-optimization", "-num-threads", "2", "-emit-module-separately-wmo",
        // Lists of files in temporary folders would make each command a new one, which runs again.
        "-driver-filelist-threshold", "100000",
        // So would the folder of the package that is built, which may be one that depends on this one.
        "-file-compilation-dir", Context.packageDirectory,
    ]
    // Modules that wait for what others export from their optimised code would wait for all of it.
    if computing.contains(target.name) { flags += ["-O", "-assert-config", "Debug", "-disable-cmo"] }
    target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .debug)))
}

for target in package.targets where words.contains(target.name) {
    let flags = ["-Onone", "-assert-config", "Release"]
    target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .release)))
}
