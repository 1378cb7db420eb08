import PublishedResults
import StrictJSON
import ToolMarkers
import ToolTerminal

extension Failure {
    /// Tells the person on standard error, and the program that asked for another form on standard output.
    func report(on streams: inout Streams, answering arguments: [String]) -> ExitCode {
        guard exitCode != .good else { return .good }
        streams.advise(text)
        let form = PublishedForm.wanted(by: arguments), isJSON = Failure.isWantedAsJSON(by: arguments)
        guard isJSON || form != nil else { return exitCode }
        do throws(Failure) {
            if isJSON {
                try streams.print(documentLine)
            } else if let form {
                try streams.print(form.text(PublishedResult(self, command: arguments[0])))
            }
            try streams.flush()
        } catch {
            // Standard error has the news already.
        }
        return exitCode
    }

    /// Whether the arguments ask for JSON, as far as arguments that may be wrong can be asked.
    private static func isWantedAsJSON(by arguments: [String]) -> Bool {
        // What apply writes as NDJSON are the markers themselves.
        let flags = arguments.first == "apply" ? ["--json"] : ["--json", "--ndjson"]
        return arguments.prefix { $0 != "--" }.contains(where: flags.contains)
    }
}
