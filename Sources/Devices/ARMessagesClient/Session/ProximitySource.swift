public import ARMessages

/// A radio, or whatever else tells that two devices are held together: the app brings one that advertises and ranges beacons.
///
/// The calls return at once and may be made from any thread.
public protocol ProximitySource: Sendable {
    /// Advertises this device's beacon; whether that has started comes as a report.
    func advertise(_ beacon: Beacon)

    /// Ranges the beacon of the primary device; how far that is comes as reports.
    func range(_ beacon: Beacon)

    /// Ends both.
    func stop()

    /// The reports in order, for one reader.
    var reports: AsyncStream<ProximityReport> { get }
}

/// A report of a ``ProximitySource``.
public enum ProximityReport: Hashable, Sendable {
    /// The distance of the beacon that is ranged.
    case proximity(Proximity)
    /// Whether advertising has started, or failed.
    case advertising(started: Bool)
}

/// A proximity that people tell, by a button that they press while they hold the devices together.
public final class ManualProximity: ProximitySource {
    public let reports: AsyncStream<ProximityReport>
    private let reporter: AsyncStream<ProximityReport>.Continuation

    /// Reports that may wait; of more the latest count.
    private static let mostReports = 64

    public init() {
        (reports, reporter) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostReports))
    }

    deinit { reporter.finish() }

    /// Reports the distance to the primary device.
    public func report(_ proximity: Proximity) { reporter.yield(.proximity(proximity)) }

    /// Starts at once, since there is nothing to advertise.
    public func advertise(_ beacon: Beacon) { reporter.yield(.advertising(started: true)) }

    public func range(_ beacon: Beacon) {}
    public func stop() {}
}
