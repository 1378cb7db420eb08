import Foundation
import Markers
import QuadGeometry

/// The promises about matrices, maps of ids and dates.
enum SmallTextPromises {
    /// A matrix that is read is a motion, which is read back.
    static func matrix(_ bytes: [UInt8]) {
        do throws(MatrixReadError) {
            let matrix = try MatrixReader.matrix(bytes)
            let numbers = matrix.transform.rowMajor
            promise(numbers.allSatisfy(\.isFinite), "numbers are finite")
            var json = JSONWriter()
            json.object { $0.member("rowMajor", numbers) }
            let again = try MatrixReader.matrix((try? json.take()) ?? [])
            promise(again.layout == .rows && again.correction == 0, "what is written is a rotation")
            promise(again.transform == matrix.transform, "a motion is read back")
        } catch {
            promise(!error.code.isEmpty, "a refusal has a code")
        }
    }

    /// A map is read back, whether it is written as JSON or CSV.
    static func map(_ bytes: [UInt8]) {
        guard let map = try? IdentifierMap(bytes) else { return }
        var json = JSONWriter()
        json.object { json in
            for pair in map.pairs {
                json.key(pair.old.uuidString)
                json.value(pair.new.uuidString)
            }
        }
        let rows = map.pairs.map { "\($0.old.uuidString);\($0.new.uuidString)" }.joined(separator: "\r\n")
        promise((try? IdentifierMap((try? json.take()) ?? [])) == map, "a map is read back from JSON")
        promise((try? IdentifierMap(Array(rows.utf8))) == map, "a map is read back from CSV")
    }

    /// A date means the instant that counting days one by one finds, and is equal to it in UTC.
    static func date(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let date = WireDate(text) else { return }
        let numbers = text.split { !"0123456789".contains($0) }.map { Int($0) ?? 0 }
        var days = (0..<numbers[0]).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
        days += (1..<numbers[1]).reduce(numbers[2] - 1) { $0 + length($1, isLeap(numbers[0])) }
        var seconds = 86400 * days + 3600 * numbers[3] + 60 * numbers[4] + numbers[5]
        let hasFraction = text.contains(".")
        let zone = numbers.dropFirst(hasFraction ? 7 : 6)
        if let hours = zone.first, let minutes = zone.last {
            seconds -= (text.suffix(6).first == "-" ? -1 : 1) * (3600 * hours + 60 * minutes)
        }
        let fraction =
            hasFraction ? "." + text.split(separator: ".")[1].prefix { "0123456789".contains($0) } : ""
        guard seconds >= 0, let utc = utc(seconds, fraction) else { return }
        promise(WireDate(utc) == date, "\(text) is \(utc)")
        promise(WireDate(utc)?.hashValue == date.hashValue, "equal dates have equal hashes")
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }

    private static func length(_ month: Int, _ isLeap: Bool) -> Int {
        [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The text of seconds since the year 0; nil beyond the year 9999.
    private static func utc(_ seconds: Int, _ fraction: String) -> String? {
        var days = seconds / 86400, year = 0, month = 1
        while days >= (isLeap(year) ? 366 : 365) {
            days -= isLeap(year) ? 366 : 365
            year += 1
        }
        while days >= length(month, isLeap(year)) {
            days -= length(month, isLeap(year))
            month += 1
        }
        guard year < 10000 else { return nil }
        let time = seconds % 86400
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(days + 1, 2) + "T"
            + padded(time / 3600, 2)
            + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2) + fraction + "Z"
    }
}
