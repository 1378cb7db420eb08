internal import Foundation
internal import SQLiteStore

extension MarkersStore {
    /// The lists of a kind that are kept and hold something, found by its id in their bytes: nothing is read into this process, and
    /// none counts as used.
    ///
    /// - Parameters:
    ///   - prefix: What the names of their categories begin with, such as `markers/`.
    ///   - id: The id, of which servers write the letters in either case.
    func categories(_ prefix: String, holding id: UUID) throws(StoreError) -> [CacheCategory] {
        let database = database
        return try stored { () throws(DatabaseError) in
            try database.prepare(
                """
                SELECT category FROM kept WHERE substr(category, 1, length(?1)) = ?1
                AND (instr(body, CAST(?2 AS BLOB)) > 0 OR instr(body, CAST(?3 AS BLOB)) > 0)
                """
            ).all(
                .text(prefix), .text(id.uuidString.lowercased()), .text(id.uuidString)
            ) { row in row.text(0).flatMap { CacheCategory($0) } }
        }.compactMap(\.self)
    }
}
