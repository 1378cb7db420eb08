import Foundation
import MarkersClient
import SensorReports
import ToolTerminal
import VisionSensor
import VisionSensorClient

#if !os(Linux)
import MarkersURLSession
#endif

extension SenseOptions {
    /// A transport to a phone or an app, which gets no credentials.
    static func transport(to origin: Origin) throws(Failure) -> some BoundTransport {
        do throws(TransportError) {
            #if os(Linux)
            return try CurlTransport(origin, SensorAPI.transportOptions)
            #else
            return try URLSessionTransport(origin, SensorAPI.transportOptions)
            #endif
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
    func prepare(_ sensor: SensorAPI, _ run: inout SenseRun) throws(Failure) -> PhoneRecord? {
        var updated: [String] = []
        if !settings.fields.isEmpty {
            let settings = settings
            let reply = try SenseOptions.asking { () async throws(SensorFailure) in
                try await sensor.change(settings)
            }
            updated = reply.updatedFields
            for field in reply.unasked { run.note(.unasked, field) }
        }
        if let snapshot {
            let picture = try SenseOptions.asking { () async throws(SensorFailure) in
                try await sensor.capture()
            }
            try OutputFile.write(picture, to: snapshot, replaces: replacesFile, for: "--snapshot")
        }
        guard onlyProbes || !detects || !updated.isEmpty else { return nil }
        let health = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.health() }
        let status = try SenseOptions.asking { () async throws(SensorFailure) in try await sensor.status() }
        if status.isHot { run.note(.hot, "thermalState \(status.thermalState)") }
        return PhoneRecord(url: sensor.url, health: health, status: status, updated: updated)
    }
}
