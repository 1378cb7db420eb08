import StrictJSON

extension Failure {
    /// Tells the person on standard error, and the program that asked for JSON on standard output.
    func report(on streams: inout Streams, asJSON: Bool) -> ExitCode {
        guard exitCode != .good else { return .good }
        streams.advise(text)
        guard asJSON else { return exitCode }
        do throws(Failure) {
            try streams.print(documentLine)
            try streams.flush()
        } catch {
            // Standard error has the news already.
        }
        return exitCode
    }

    /// Whether the arguments ask for JSON, as far as arguments that may be wrong can be asked.
    static func isWantedAsJSON(by arguments: [String]) -> Bool {
        // What apply writes as NDJSON are the markers themselves.
        let flags = arguments.first == "apply" ? ["--json"] : ["--json", "--ndjson"]
        return arguments.prefix { $0 != "--" }.contains(where: flags.contains)
    }
}
