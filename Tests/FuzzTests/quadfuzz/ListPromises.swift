@testable import Markers

/// The promises about a list, however it comes in pieces. The first byte determines their size.
enum ListPromises {
    static func check(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let whole = read(bytes, pieces: .max), inPieces = read(bytes, pieces: Int(first & 0x3f) + 1)
        promise(whole == inPieces, "pieces change nothing: \(whole) and \(inPieces)")
        switch whole {
        case .failure(let error): DocumentPromises.isWithin(error, bytes)
        case .success(let list): for error in list.refused { DocumentPromises.isWithin(error, bytes) }
        }
        agrees(whole, bytes)
        for coordinates in [MarkerCoordinates.raw, .calibrated] {
            _ = try? ObservationList(ByteSource(bytes), coordinates)
        }
    }

    private struct Outcome: Hashable {
        var markers: [Marker] = []
        var refused: [JSONError] = []
    }

    /// Reads a list whose bytes come in pieces of at most this size.
    private static func read(_ bytes: [UInt8], pieces: Int) -> Result<Outcome, JSONError> {
        do throws(JSONError) {
            let list = try MarkerList(ByteSource(bytes, pieces: pieces))
            return .success(Outcome(markers: list.markers, refused: list.refused))
        } catch {
            return .failure(error)
        }
    }

    /// An array is read as the whole document is, except that depth counts from each element on.
    private static func agrees(_ list: Result<Outcome, JSONError>, _ bytes: [UInt8]) {
        let whole = try? JSONValue(bytes, options: JSONOptions(depth: JSONOptions().depth + 1))
        if let whole {
            guard [.array, .object].contains(whole.kind) else { return }
            switch list {
            case .failure(let error): promise(error.code == .tooDeep, "a list that is JSON is read: \(error)")
            case .success(let outcome):
                let texts = outcome.markers.map(\.text)
                let holders =
                    [whole] + whole.elements + whole.members.flatMap { [$0.value] + $0.value.elements }
                promise(
                    texts.allSatisfy { text in holders.contains { $0.text.elementsEqual(text) } },
                    "markers keep their text")
                if whole.kind == .array {
                    promise(
                        outcome.markers.count + outcome.refused.count == whole.elements.count,
                        "none is left out")
                }
            }
        } else if case .success(let outcome) = list {
            // Lines of objects are no document; an array or an object of one would be.
            let isLines = (outcome.markers.map(\.place.list).first ?? .lines) == .lines
            promise(isLines, "what is no JSON is no list")
        }
    }
}
