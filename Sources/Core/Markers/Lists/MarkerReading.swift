public import Foundation
internal import QuadGeometry
import StrictJSON

/// Goes through a document's list once and judges its values as records.
struct MarkerReading {
    private(set) var list = MarkerPlace.List.lines
    private(set) var entries: [MarkerEntry] = []
    private(set) var quads: [Quad] = []
    private(set) var places: [Int] = []
    private(set) var issues: [MarkerIssue] = []

    private let bytes: [UInt8]
    private let coordinates: MarkerCoordinates
    private let options: JSONOptions
    private var firsts: [UUID: Int] = [:]
    /// The numbers of sessions, and the session of the last entry.
    private var sessions: [UUID: Int] = [:]
    private var lastSession: (id: UUID, number: Int)?
    private var collectionCount = 1

    init(_ bytes: [UInt8], _ coordinates: MarkerCoordinates, _ options: JSONOptions) {
        (self.bytes, self.coordinates, self.options) = (bytes, coordinates, options)
    }

    /// The treatment of lines that are not valid JSON, in a file of one marker per line.
    enum BrokenLines {
        /// Reading ends at the first.
        case refused
        /// Each is an issue, and the other lines are read. A file whose first line is broken has to be stated as one of lines.
        case reported(isStated: Bool)
    }

    /// Reads to the end, or to the error that is returned.
    mutating func readAll(_ lines: BrokenLines = .refused) -> JSONError? {
        // Behind the last element that was read.
        var behind = 0
        var elements = JSONList(ByteSource(bytes), options: options)
        do throws(JSONError) {
            try elements.open()
            list = elements.list
            while true {
                let offset = elements.offset
                let element = try elements.next { scanner, place throws(JSONFault) in
                    let start = scanner.place
                    let outline = try MarkerOutline(&scanner)
                    return (
                        outline, start, (offset + start)..<(offset + scanner.place), place.index, place.line
                    )
                }
                guard let (outline, start, range, index, line) = element else { return nil }
                addElement(outline, at: start, range, index, line)
                behind = range.upperBound
            }
        } catch {
            guard case .reported(let isStated) = lines, list == .lines, isStated || !entries.isEmpty,
                entries.allSatisfy({ !bytes[$0.range].contains(MarkerReading.lineEnd) })
            else { return error }
            readLines(behind: behind)
            guard entries.allSatisfy(\.isBroken) else { return nil }
            (entries, issues) = ([], [])
            return error
        }
    }

    private static let lineEnd = UInt8(ascii: "\n")

    private mutating func readLines(behind: Int) {
        var start = behind, index = (entries.last.map { $0.set ?? $0.index } ?? -1) + 1
        var line = 1 + bytes[..<start].count { $0 == MarkerReading.lineEnd }
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: MarkerReading.lineEnd) ?? bytes.count
            if let text = bytes[start..<end].firstIndex(where: { $0 > UInt8(ascii: " ") }) {
                // Behind an element nothing else may be in its line.
                addLine(text..<end, index, line, isRest: start == behind && behind > 0)
                index += 1
            }
            (start, line) = (end + 1, line + 1)
        }
    }

    private mutating func addLine(_ range: Range<Int>, _ index: Int, _ line: Int, isRest: Bool) {
        let options = options
        let read = bytes[range].withUnsafeBufferPointer { text -> Result<(MarkerOutline, Int), JSONError> in
            var scanner = JSONScanner(text, options)
            do throws(JSONFault) {
                guard !isRest else { throw scanner.fault(.trailingData) }
                guard scanner.byte == UInt8(ascii: "{") else { throw scanner.fault(.noList) }
                let outline = try MarkerOutline(&scanner), end = scanner.place
                scanner.skipBlanks()
                guard scanner.place == text.count else { throw scanner.fault(.trailingData) }
                return .success((outline, end))
            } catch { return .failure(error.error(in: text)) }
        }
        switch read {
        case .success((let outline, let length)):
            addElement(outline, at: 0, range.lowerBound..<(range.lowerBound + length), index, line)
        case .failure(let error):
            var entry = MarkerEntry(
                range: range, line: line, index: index, set: nil, id: nil, collection: 0)
            entry.isBroken = true
            entries.append(entry)
            issues.append(
                MarkerIssue(
                    .brokenLine, entry: entries.count - 1, pointer: entry.pointer(in: list), line: line,
                    cause: error))
        }
    }

    /// Adds a marker, or the markers of a reference set.
    private mutating func addElement(
        _ outline: MarkerOutline, at start: Int, _ range: Range<Int>, _ index: Int, _ line: Int
    ) {
        if !outline.hasCorners, let members = JSONValue(valid: bytes, range)["markers"],
            members.kind == .array
        {
            addSet(members, range, index, line)
        } else {
            add(outline, outlinedAt: start, range, index, line, in: nil)
        }
    }

    private mutating func addSet(_ members: JSONValue, _ range: Range<Int>, _ set: Int, _ line: Int) {
        collectionCount += 1
        var (line, counted) = (line, range.lowerBound)
        for (index, member) in members.elements.enumerated() {
            line += bytes[counted..<member.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
            counted = member.range.lowerBound
            let outline = bytes.withUnsafeBufferPointer { buffer in
                var scanner = JSONScanner(buffer, options)
                scanner.place = counted
                // Valid text has no faults.
                return try? MarkerOutline(&scanner)
            }
            guard let outline else { continue }
            add(outline, outlinedAt: counted, member.range, index, line, in: set)
        }
    }

    private mutating func add(
        _ outline: MarkerOutline, outlinedAt start: Int, _ range: Range<Int>, _ index: Int, _ line: Int,
        in set: Int?
    ) {
        let number = entries.count
        entries.append(
            MarkerEntry(
                range: range, line: line, index: index, set: set, id: outline.id,
                collection: set == nil ? collection(of: outline.workSessionID) : collectionCount - 1))
        guard outline.hasCorners else {
            let kind = JSONValue.Kind(first: bytes[range.lowerBound])
            return report(.notAMarker, JSONFault(code: .wrongType, place: 0, kind: kind))
        }
        judgeMembers(outline, start)
        if outline.soundCorners != 0b1111 { judgeCorners(outline) }
        let raw = outline.soundCorners == 0b1111 ? outline.quad : nil
        let calibrated = calibratedQuad(outline, raw)
        guard let quad = coordinates == .raw ? raw : calibrated else { return }
        quads.append(quad)
        places.append(number)
    }

    private mutating func collection(of session: UUID?) -> Int {
        guard let session else { return 0 }
        if let lastSession, lastSession.id == session { return lastSession.number }
        let number = sessions[session] ?? collectionCount
        if number == collectionCount {
            sessions[session] = number
            collectionCount += 1
        }
        lastSession = (session, number)
        return number
    }

    /// Judges the members of a marker other than its corners.
    ///
    /// One without a session and without anything else that only sessions' markers have is of a reference
    /// set; one of a session with neither id nor version is to be created.
    private mutating func judgeMembers(_ outline: MarkerOutline, _ start: Int) {
        if var fault = outline.fault, fault.code != .missingMember {
            fault.place -= start
            report(.badMember, fault)
        }
        func has(_ field: MarkerField) -> Bool { outline[field] != nil }
        let isKept = has(.version) || has(.details) || has(.createdAt)
        let isReference = !has(.workSessionID) && !isKept && !has(.customProperties) && !has(.calibratedData)
        if !has(.workSessionID), !isReference { report(.badMember, missing: "work_session_id") }
        if !has(.id), isKept || isReference { report(.badMember, missing: "id") }
        // A marker of no session yet is not on a server.
        if let session = outline.workSessionID, session != Marker.noSession, has(.id),
            isNull(outline[.version])
        {
            report(.missingVersion, missing: "version")
        }
        guard let id = outline.id else { return }
        let number = entries.count - 1
        guard let first = firsts[id] else {
            firsts[id] = number
            return
        }
        var issue = MarkerIssue(
            .duplicateID, entry: number, pointer: entries[number].pointer(in: list) + "/id",
            line: entries[number].line)
        issue.other = first
        issues.append(issue)
    }

    /// True if a member of the last entry is missing or null.
    private func isNull(_ member: Range<Int>?) -> Bool {
        guard let member, let entry = entries.last else { return true }
        return bytes[entry.range.lowerBound + member.lowerBound] == UInt8(ascii: "n")
    }

    private mutating func judgeCorners(_ outline: MarkerOutline) {
        for (corner, field) in MarkerField.corners.enumerated()
        where outline.soundCorners >> UInt8(corner) & 1 == 0 {
            guard let member = outline[field], let entry = entries.last else {
                report(.wrongShape, missing: MarkerOutline.cornerNames[corner])
                continue
            }
            let kind = JSONValue.Kind(first: bytes[entry.range.lowerBound + member.lowerBound])
            report(.wrongShape, JSONFault(code: .badCorner, place: member.lowerBound, kind: kind))
        }
    }

    /// Judges the calibrated data of the last entry and returns its corners.
    private mutating func calibratedQuad(_ outline: MarkerOutline, _ raw: Quad?) -> Quad? {
        guard let entry = entries.last else { return nil }
        let member = outline[.calibratedData]
        guard let member, !isNull(member) else {
            if coordinates == .calibrated { report(.noCalibratedData, missing: "calibrated_data") }
            return nil
        }
        let start = entry.range.lowerBound
        let value = JSONValue(valid: bytes, (start + member.lowerBound)..<(start + member.upperBound))
        // A value that is not an object is a bad member already.
        guard value.kind == .object else { return nil }
        let data: CalibratedData
        do throws(JSONFault) { data = try CalibratedData(reading: value) } catch {
            var fault = error
            fault.place -= start
            report(.badCalibratedData, fault)
            return nil
        }
        if let (value, limit) = data.centerError { report(.calibratedCenter, "/center", value, limit) }
        if let (value, limit) = raw.flatMap(data.shapeError) { report(.calibratedShape, "", value, limit) }
        return data.quad
    }
}

extension MarkerReading {
    /// Records a fault of the last entry, whose text begins at 0.
    private mutating func report(_ code: MarkerIssue.Code, _ fault: JSONFault) {
        guard let entry = entries.last else { return }
        let error = bytes[entry.range].withUnsafeBufferPointer { fault.error(in: $0) }
        issues.append(
            MarkerIssue(
                code, entry: entries.count - 1, pointer: entry.pointer(in: list) + error.pointer,
                line: entry.line + error.line - 1, cause: error))
    }

    private mutating func report(_ code: MarkerIssue.Code, missing member: StaticString) {
        report(code, JSONFault(code: .missingMember, place: 0, member: member))
    }

    /// Records a length in the calibrated data of the last entry.
    private mutating func report(
        _ code: MarkerIssue.Code, _ member: String, _ value: Double, _ limit: Double
    ) {
        guard let entry = entries.last else { return }
        var issue = MarkerIssue(
            code, entry: entries.count - 1,
            pointer: entry.pointer(in: list) + "/calibrated_data" + member, line: entry.line)
        (issue.value, issue.limit) = (value, limit)
        issues.append(issue)
    }
}

extension MarkerOutline {
    fileprivate static let cornerNames: [StaticString] = ["p1", "p2", "p3", "p4"]

    /// True if there is any value under the name of a corner.
    fileprivate var hasCorners: Bool { MarkerField.corners.contains { self[$0] != nil } }
}

/// A value of a document's list: a marker of a session or of a reference set, or a value in the place of one.
public struct MarkerEntry: Hashable, Sendable {
    /// Its text in the document.
    public let range: Range<Int>
    /// The line it begins in, from 1.
    public let line: Int
    /// The index in its list, from 0.
    public let index: Int
    /// The index of its reference set, if the document is a list of those.
    public let set: Int?
    public let id: UUID?
    /// A number that markers of one session or set share.
    public let collection: Int
    /// Whether its text is not valid JSON.
    var isBroken = false
}
