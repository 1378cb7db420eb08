import QuadGeometry

@testable import Markers

/// The promises about the markers of a document in memory, and about changes of it. The first byte determines
/// the changes.
enum MarkerDocumentPromises {
    static func check(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let document = MarkerDocument(bytes, first & 1 == 0 ? .raw : .calibrated)
        let texts = ListTexts(bytes)
        promise(document.error == texts.error, "it ends where the list does")
        promise(document.error != nil || document.list == texts.list, "a list is what holds it")
        entries(document)
        quads(document)
        issues(document)
        kept(document)
        changed(document, first)
    }

    /// Entries follow each other, and each is found at its stated place.
    private static func entries(_ document: MarkerDocument) {
        let whole = try? JSONValue(document.bytes, options: JSONOptions(depth: JSONOptions().depth + 3))
        var end = 0
        for (number, entry) in document.entries.enumerated() {
            promise(entry.range.lowerBound >= end, "entries follow each other")
            end = entry.range.upperBound
            let text = document.bytes[entry.range]
            promise((try? JSONValue(Array(text))) != nil, "an entry is a value")
            let lines = document.bytes[..<entry.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
            promise(entry.line == lines + 1, "an entry begins in its line: \(entry.line), not \(lines + 1)")
            guard document.list != .lines, document.error == nil, let whole else { continue }
            let found = document.pointer(of: number).split(separator: "/").reduce(whole as JSONValue?) {
                guard let value = $0 else { return nil }
                return value.kind == .object ? value[String($1)] : Int($1).map { value.elements[$0] }
            }
            promise(found?.text == text, "a pointer leads to its entry")
        }
    }

    private static func quads(_ document: MarkerDocument) {
        promise(document.quads.count == document.places.count, "quads have places")
        promise(zip(document.places, document.places.dropFirst()).allSatisfy(<), "places are in order")
        for (quad, place) in zip(document.quads, document.places) {
            promise(document.quad(of: place, document.coordinates) == quad, "a quad is that of its entry")
        }
        if document.coordinates == .raw {
            let sound = document.entries.indices.filter { document.quad(of: $0, .raw) != nil }
            promise(sound == document.places, "every entry with corners has a quad")
        }
    }

    private static func issues(_ document: MarkerDocument) {
        promise(
            zip(document.issues, document.issues.dropFirst()).allSatisfy { $0.entry <= $1.entry },
            "issues are in the order of entries")
        for issue in document.issues {
            promise(
                issue.pointer.hasPrefix(document.pointer(of: issue.entry)), "an issue is about its entry")
            promise(
                DocumentPromises.isWithin(line: issue.line, column: 1, document.bytes)
                    && issue.line >= document.entries[issue.entry].line, "an issue is in the input")
            promise(issue.other.map { $0 < issue.entry } ?? true, "another entry came before")
        }
    }

    /// Unchanged corners keep their digits.
    private static func kept(_ document: MarkerDocument) {
        let changes = zip(document.places, document.quads).map {
            MarkerChange(entry: $0, corners: [document.coordinates: $1])
        }
        promise(document.changed([]) == document.bytes, "no change changes nothing")
        promise(document.changed(changes) == document.bytes, "corners that stay keep their digits")
    }

    /// Moves entries and leaves some out, and compares with what should be there then.
    private static func changed(_ document: MarkerDocument, _ first: UInt8) {
        var choices = FuzzChoices(first)
        var changes: [MarkerChange] = [], expected: [(entry: Int, corners: [MarkerCoordinates: Quad])] = []
        for entry in document.entries.indices {
            var corners: [MarkerCoordinates: Quad] = [:]
            switch choices.below(4) {
            case 0:
                changes.append(MarkerChange(entry: entry, corners: [:]))
                continue
            case 1: corners = [.raw: .square(entry), .calibrated: .square(-entry)]
            case 2: corners = [document.coordinates: .square(entry)]
            default: break
            }
            if !corners.isEmpty { changes.append(MarkerChange(entry: entry, corners: corners)) }
            expected.append((entry, corners))
        }
        let bytes = document.changed(changes)
        guard document.error == nil else { return }
        let after = MarkerDocument(bytes, document.coordinates)
        if document.list == .lines {
            // Without the first line the next may be an object that holds a list.
            if after.error == nil, after.list != .lines { return }
            if ListTexts.isBlank(bytes) { return promise(expected.isEmpty, "lines are not lost") }
        }
        promise(after.error == nil, "what is changed is a list: \(String(describing: after.error))")
        promise(after.list == document.list, "a list stays what it is")
        promise(after.entries.count == expected.count, "entries are not lost")
        for (number, (entry, corners)) in expected.enumerated() {
            isChanged(document, entry, corners, after, number)
        }
    }

    private static func isChanged(
        _ before: MarkerDocument, _ entry: Int, _ corners: [MarkerCoordinates: Quad], _ after: MarkerDocument,
        _ number: Int
    ) {
        let old = before.bytes[before.entries[entry].range], new = after.bytes[after.entries[number].range]
        let moved = corners.filter { before.quad(of: entry, $0.key) != nil }
        if moved.isEmpty { return promise(old == new, "an entry that stays keeps its bytes") }
        for coordinates in [MarkerCoordinates.raw, .calibrated] {
            promise(
                after.quad(of: number, coordinates)
                    == (moved[coordinates] ?? before.quad(of: entry, coordinates)), "corners are those given")
        }
    }
}
