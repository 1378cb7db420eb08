import ToolTerminal

extension Command {
    /// `quadcal version`.
    static let version = Command(
        "version", "print the version", operands: "", notes: "", settings: (), options: [], examples: []
    ) { (_, operands, streams) throws(Failure) in
        if let extra = operands.first { throw .unwantedOperand(extra, command: "version") }
        try streams.print("quadcal \(Quadcal.version)\n")
        return .good
    }
}
