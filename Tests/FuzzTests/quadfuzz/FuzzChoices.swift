import QuadGeometry
import StrictJSON

@testable import Markers

/// Choices that follow from one byte of the input.
struct FuzzChoices {
    private var state: UInt32

    init(_ byte: UInt8) { state = UInt32(byte) }

    /// A number below the count.
    mutating func below(_ count: UInt32) -> UInt32 {
        state = state &* 1_664_525 &+ 1_013_904_223
        return (state >> 16) % count
    }
}

extension ByteSource {
    /// Bytes in pieces of at most this size.
    init(_ bytes: [UInt8], pieces: Int) {
        var given = 0, ended = 0
        self.init { buffer throws(JSONError) in
            let count = min(buffer.count, bytes.count - given, pieces)
            if count == 0 { ended += 1 }
            promise(ended < 2, "nothing is read behind the end")
            buffer.copyBytes(from: bytes[given..<(given + count)])
            given += count
            return count
        }
    }
}

/// The values of a list as they are written, found without examining them.
struct ListTexts: Equatable {
    var list = MarkerPlace.List.lines
    var texts: [ArraySlice<UInt8>] = []
    /// The error that ended the reading before the end of the bytes.
    var error: JSONError?

    init(_ bytes: [UInt8], of name: String = "markers") {
        var elements = JSONList(ByteSource(bytes), of: name, options: JSONOptions())
        do throws(JSONError) {
            try elements.open()
            list = elements.list
            while true {
                let offset = elements.offset
                let range = try elements.next { scanner, _ throws(JSONFault) in
                    let start = scanner.place
                    try scanner.skipValue()
                    return (offset + start)..<(offset + scanner.place)
                }
                guard let range else { return }
                texts.append(bytes[range])
            }
        } catch {
            self.error = error
        }
    }

    /// True if bytes are only those allowed around values.
    static func isBlank(_ bytes: [UInt8]) -> Bool {
        let mark = JSONScanner.byteOrderMark
        return bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
            .allSatisfy(\.isWhitespace)
    }
}

extension Quad {
    /// A square that is unique to its number.
    static func square(_ number: Int) -> Quad {
        let x = Double(number) + 0.1
        return Quad(SIMD3(x, 0, 1), SIMD3(x + 1, 0, 1), SIMD3(x + 1, 0, 2), SIMD3(x, 0, 2))
    }
}
