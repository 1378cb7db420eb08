import StrictJSON
import ToolTerminal

extension Tool {
    /// `quadcal version`.
    var version: Command {
        Command(
            "version", "print the version", operands: "", notes: "", settings: (), options: [], examples: []
        ) { (_, operands, streams) throws(Failure) in
            if let extra = operands.first { throw .unwantedOperand(extra, command: "version") }
            try streams.print("quadcal \(QuadcalVersion.text)\n")
            return .good
        }
    }
}
