import Foundation

/// The relay over loopback: what is lost when sockets are dropped, or how fast it is beside one in Python.
enum RelayBench {
    static let usage =
        "relay [--faults] [--seed N] [--strokes N] [--quadcal FILE] [--rounds N] [--count N] [--recipients N] [--python PYTHON] [--peer SCRIPT]"

    static func run(_ options: [String: String]) throws -> Any {
        options["faults"] != nil ? try RoomFaults.run(options) : try RelaySpeed.run(options)
    }
}
