/// The parameters of a simulation.
public struct SimulationSettings: Sendable {
    /// The share of all requests that meet a fault.
    public var faults = 0.3
    /// The share of all items that somebody else changes during a run, at any time.
    public var edits = 0.05
    /// The share of the client's effects that somebody else changes at once, before they can be read back.
    public var editsAtOnce = 0.02
    /// True if a run never uses up its budget of retries.
    public var isPatient = false
    /// Runs with faults before the two without.
    public var faultyRuns = 4
    /// True if the first run ends in the middle, as if its process had died.
    public var dies = false

    public init() {}
}
