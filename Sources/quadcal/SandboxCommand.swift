import Foundation
import Markers
import MarkersSandbox

extension Command {
    /// `quadcal sandbox`.
    static let sandbox = Command(
        "sandbox", "serve the marker API on this machine, to try things on", operands: "",
        notes: """
            Prints its address, then serves until Ctrl-C or a TERM signal: every route of the API under
            /api/v1, to this machine only. Without --data everything is gone at the end. What took effect
            is at /api/v1/events, which faults met whom at /sandbox/faults.

            FAULT is KIND[:RATE|:@N][:before|:after][:METHOD]. KIND is a status from 400 to 599, 429=S or
            429-date=S with a Retry-After, latency=MS, drip=MS, reset, close, truncate, long, short,
            duplicate, stale or expire; RATE a share of the requests, as in 0.1, and @N the Nth request;
            before: it has no effect, after: it has, but the answer is lost.

            NAME is one of \(variants).

            Exit codes: 0 stopped, 2 wrong usage or a port in use, 3 the data file cannot be used.
            """,
        settings: SandboxSettings(), options: SandboxSettings.groups,
        examples: [
            ("quadcal sandbox --port 8080 --data hall.sqlite", "a server that remembers"),
            (
                "quadcal sandbox --seed 7 --fault 503:0.1:after --fault reset:0.05",
                "one that loses a tenth of its answers and resets connections, the same ones in every run"
            ),
            ("quadcal sandbox --openapi > api.json", "what it understands, for other tools"),
        ],
        work: { (settings, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "sandbox") }
            guard !settings.printsDocument else {
                try streams.print(OpenAPIDocument.json())
                return .good
            }
            return try serve(settings.options, &streams)
        })

    /// The names of the variants, in lines of the notes.
    private static let variants = Variant.allCases.map(\.rawValue).enumerated().map { place, name in
        (place > 0 && place % 5 == 0 ? "\n" : "") + name
    }.joined(separator: ", ").replacing(", \n", with: ",\n")

    /// Serves until a signal comes; answers under way are still sent, and a second signal ends the process at once.
    private static func serve(
        _ options: SandboxOptions, _ streams: inout Streams
    ) throws(Failure) -> ExitCode {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM] { sigaddset(&signals, signal) }
        // Before the server's thread begins, which takes over what is blocked.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        defer { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        let server: SandboxServer
        do throws(SandboxError) { server = try SandboxServer(options) } catch { throw .sandbox(error) }
        try streams.print("\(server.address)\n")
        try streams.flush()
        var received: Int32 = 0
        sigwait(&signals, &received)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        server.stop()
        return .good
    }
}

/// What the arguments of `quadcal sandbox` ask for.
struct SandboxSettings: Sendable {
    var options = SandboxOptions()
    /// The OpenAPI document, and no server.
    var printsDocument = false

    /// Every option of `quadcal sandbox`, in the order of the help.
    static let groups = [
        OptionGroup(heading: "server", options: serverOptions),
        OptionGroup(heading: "behaviour", options: behaviourOptions),
    ]

    private static let serverOptions: [Option<SandboxSettings>] = [
        Option("--port", "N", "the port on 127.0.0.1 (any that is free)") {
            (settings, text) throws(BadValue) in
            guard let port = UInt16(text) else { throw BadValue(expected: "a whole number from 0 to 65535") }
            settings.options.port = port
        },
        Option("--data", "FILE", "an SQLite file that keeps everything; made where there is none") {
            (settings, text) throws(BadValue) in
            settings.options.dataFile = try OptionValue.file(text)
        },
        Option("--seed", "N", "the same ids, dates and faults in every run") {
            (settings, text) throws(BadValue) in
            guard let seed = UInt64(text) else { throw BadValue(expected: "a whole number from 0 on") }
            settings.options.seed = seed
        },
        Option(switch: "--openapi", "no server: print what it understands as an OpenAPI 3.1 document") {
            $0.printsDocument = true
        },
    ]

    private static let behaviourOptions: [Option<SandboxSettings>] = [
        Option(adding: "--fault", "FAULT", "what goes wrong, how often and when; may be repeated") {
            (settings, text) throws(BadValue) in
            guard let fault = Fault(text) else {
                throw BadValue(expected: "\(Fault.form), as in 503:0.1:after or reset:@7")
            }
            settings.options.faults.append(fault)
        },
        Option(adding: "--variant", "NAME", "what real servers do otherwise; may be repeated") {
            (settings, text) throws(BadValue) in
            settings.options.variants.insert(try OptionValue.word(text))
        },
        Option("--token-seconds", "S", "want bearer tokens, which POST /sandbox/token gives, for so long") {
            (settings, text) throws(BadValue) in
            guard case .number(let seconds) = NumberText(text), seconds > 0 else {
                throw BadValue(expected: "a number of seconds above 0")
            }
            settings.options.tokenSeconds = seconds
        },
    ]
}
