internal import Foundation
public import Markers
public import MarkersEndpoint
internal import SQLiteStore

/// A marker of a plan that its job does not move.
public struct UnmovedItem: Sendable {
    /// The marker as it was received, byte for byte.
    public let marker: Marker
    public let fate: Fate
    /// The reason as a word whose meaning never changes; `nil` if the fate says it all.
    public let code: String?

    /// The decision of the plan.
    public enum Fate: String, Hashable, Sendable {
        /// It is where it should be.
        case unchanged
        /// It cannot be moved.
        case refused
        /// It is not to move.
        case leftOut = "left_out"
    }
}

extension Job {
    /// The markers that the plan knew and did not move, in its order; none if the job is older than this list.
    public func unmoved() throws(JobError) -> [UnmovedItem] { try JobSchema.unmoved(database) }
}

extension Job {
    /// The versions of markers in sessions that moved, which stayed although they may be in the old frame: they could not be moved, or nothing
    /// told whether they had been. By session and id.
    func leftBehind() throws(JobError) -> [UUID: [UUID: Int64]] {
        let moved = Set(head.sessions)
        return try JobSchema.unmoved(
            database, where: "fate = 'refused' OR code = '\(LeftOutMarker.Reason.movedPerhaps.code)'"
        ).reduce(into: [:]) { left, item in
            let marker = item.marker, session = marker.workSessionID
            guard moved.contains(session), let version = marker.version else { return }
            left[session, default: [:]][marker.id] = version
        }
    }
}

extension JobSchema {
    static let unmovedTable = """
        CREATE TABLE unmoved (
            place INTEGER PRIMARY KEY, marker BLOB NOT NULL, fate TEXT NOT NULL, code TEXT)
        """

    static func fillUnmoved(_ database: Database, _ plan: RecalibrationPlan) throws(DatabaseError) {
        let insert = try database.prepare("INSERT INTO unmoved VALUES (?, ?, ?, ?)")
        func add(
            _ place: Int, _ marker: Marker, _ fate: UnmovedItem.Fate, _ code: String?
        ) throws(DatabaseError) {
            try insert.run(
                .integer(Int64(place)), .bytes(marker.text), .text(fate.rawValue),
                code.map { .text($0) } ?? .null)
        }
        for one in plan.unchanged { try add(one.index, one.marker, .unchanged, nil) }
        for one in plan.refused { try add(one.index, one.marker, .refused, one.reason.code) }
        for one in plan.leftOut { try add(one.index, one.marker, .leftOut, one.reason.code) }
    }

    static func unmoved(
        _ database: Database, where condition: String = "TRUE"
    ) throws(JobError) -> [UnmovedItem] {
        let rows = try stored { () throws(DatabaseError) in
            let tables = try database.prepare("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'unmoved'")
            let count = try tables.first { $0.integer(0) }
            guard count == 1 else { return [UnmovedItem?]() }
            let select = try database.prepare(
                "SELECT marker, fate, code FROM unmoved WHERE \(condition) ORDER BY place")
            return try select.all { row -> UnmovedItem? in
                guard let marker = try? Marker(row.bytes(0) ?? []),
                    let fate = row.text(1).flatMap(UnmovedItem.Fate.init)
                else { return nil }
                return UnmovedItem(marker: marker, fate: fate, code: row.text(2))
            }
        }
        if let place = rows.firstIndex(where: { $0 == nil }) { throw .damaged("unmoved \(place)") }
        return rows.compactMap(\.self)
    }
}
