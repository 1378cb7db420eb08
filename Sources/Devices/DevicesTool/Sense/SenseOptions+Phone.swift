import Foundation
import MarkersEndpoint
import SensorReports
import ToolServer
import ToolTerminal
import VisionSensor
import VisionSensorClient

extension SenseOptions {
    /// A transport to a phone or an app, which gets no credentials.
    static func transport(to origin: Origin) throws(Failure) -> any BoundTransport {
        do throws(TransportError) {
            return try SystemTransport.make(origin, SensorAPI.transportOptions)
        } catch { throw .connection(.transport(error)) }
    }

    /// Waits for a phone's answer.
    static func asking<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(SensorFailure) -> Value
    ) throws(Failure) -> Value {
        try waiting { () async throws(Failure) in
            do throws(SensorFailure) { return try await work() } catch { throw .phone(error) }
        }
    }

    /// Changes what is to be changed, looks how the phone is, and takes a picture of it.
    func prepare(
        _ sensor: SensorAPI
    ) throws(Failure) -> (phone: PhoneRecord?, events: [SenseEvent]) {
        var updated: [String] = [], events: [SenseEvent] = []
        if !settings.fields.isEmpty {
            let settings = settings
            let reply = try SenseOptions.asking { () async throws(SensorFailure) in
                try await sensor.change(settings)
            }
            updated = reply.updatedFields
            events = reply.unasked.map { SenseEvent(.unasked, $0) }
        }
        if let snapshot {
            let picture = try SenseOptions.asking { () async throws(SensorFailure) in
                try await sensor.capture()
            }
            try OutputFile.write(picture, to: snapshot, replaces: replacesFile, for: "--snapshot")
        }
        guard onlyProbes || !detects || !updated.isEmpty else { return (nil, events) }
        let health: SensorHealth
        do throws(Failure) {
            health = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.health() }
        } catch {
            // A phone that is not ready may still say how hot it is.
            guard let failure = error.cause as? SensorFailure, case .status(let status) = failure.reason,
                status >= 500
            else { throw error }
            events.append(SenseEvent(.noAnswer, "\(failure.code): \(failure.message)"))
            health = SensorHealth(status: "status \(status)")
        }
        let status = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.status() }
        if status.isHot { events.append(status.heat) }
        return (
            PhoneRecord(url: sensor.url, health: health, status: status, updated: updated), events
        )
    }
}

extension SensorStatus {
    /// The note of how hot a phone is.
    var heat: SenseEvent { SenseEvent(.hot, "thermalState \(thermalState)") }
}
