import StrictJSON

/// A message as it stands in some bytes: what a relay must know of it, and where that is.
public struct MessageOutline: Sendable {
    /// The bytes of the message, without blanks around it.
    public internal(set) var document: Range<Int>
    /// The token of the sender's connection.
    public internal(set) var token: SessionToken
    /// The bytes of the endpoint's name, between its quotation marks.
    public internal(set) var endpoint: Range<Int>
    /// Whether the endpoint's name has escapes.
    public internal(set) var endpointHasEscapes: Bool
    /// The place of the message in its sender's frame; `nil` if it has none.
    public internal(set) var transform: MessageTransform?
    /// The bytes of the member `offset` or `transform`: its value, an object.
    public internal(set) var transformRange: Range<Int>?
    /// The bytes of the value of `params`.
    public internal(set) var params: Range<Int>?
    /// The bytes of the object that holds them; `nil` if there is none.
    public internal(set) var payload: Range<Int>?
    /// The bytes of a null in the place of the payload, or of the params of one.
    var null: Range<Int>?
    var numbers = NumberPlaces()

    /// The endpoint's name.
    public func endpointName(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        endpointHasEscapes
            ? JSONText.string(in: bytes, at: endpoint.lowerBound)
            : String(decoding: bytes[endpoint], as: UTF8.self)
    }

    /// Whether the endpoint is one of the protocol's, known or not.
    @inline(__always)
    public func isReserved(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !endpointHasEscapes else {
            return endpointName(in: bytes).utf8.starts(with: ARMessage.reservedPrefix.utf8)
        }
        return bytes[endpoint].starts(with: ARMessage.reservedPrefix.utf8)
    }
}

/// The places of the numbers that another frame changes, in the order of the document.
struct NumberPlaces: Hashable, Sendable {
    private(set) var count = 0
    private var starts = SIMD16<UInt32>(repeating: 0)
    private var ends = SIMD16<UInt32>(repeating: 0)
    private var slots = SIMD16<UInt8>(repeating: 0)

    /// Notes a number: of an offset its coordinate, of a matrix four times its column and its row.
    mutating func note(_ slot: Int, _ range: Range<Int>) {
        starts[count] = UInt32(truncatingIfNeeded: range.lowerBound)
        ends[count] = UInt32(truncatingIfNeeded: range.upperBound)
        slots[count] = UInt8(truncatingIfNeeded: slot)
        count += 1
    }

    func start(_ place: Int) -> Int { Int(starts[place]) }
    func end(_ place: Int) -> Int { Int(ends[place]) }
    func slot(_ place: Int) -> Int { Int(slots[place]) }
}

extension MessageTransform {
    /// The numbers by the slots of ``NumberPlaces``.
    @inline(__always)
    var slots: SIMD16<Double> {
        switch self {
        case .offset(let point):
            let none = SIMD4<Double>.zero
            return SIMD16(
                lowHalf: SIMD8(lowHalf: SIMD4(point, 0), highHalf: none),
                highHalf: SIMD8(lowHalf: none, highHalf: none))
        case .matrix(let matrix):
            let (x, y, z, shift) = matrix.columns
            return SIMD16(
                lowHalf: SIMD8(lowHalf: x, highHalf: y), highHalf: SIMD8(lowHalf: z, highHalf: shift))
        }
    }
}

extension MessageOutline {
    /// The message with other content in `params`, every other byte kept.
    func document(in bytes: UnsafeBufferPointer<UInt8>, withParams text: some Collection<UInt8>) -> [UInt8] {
        var (replaced, opening, closing) = (document, "", "")
        if let range = params ?? (payload == nil ? nil : null) {
            replaced = range
        } else if let payload {
            let inside = payload.lowerBound + 1
            let isEmpty = bytes[inside..<(payload.upperBound - 1)].allSatisfy { $0 <= UInt8(ascii: " ") }
            (replaced, opening, closing) = (inside..<inside, "\"params\":", isEmpty ? "" : ",")
        } else if let null {
            (replaced, opening, closing) = (null, "{\"params\":", "}")
        } else {
            // Behind the last member, of which there are two at least.
            let end = document.upperBound - 1
            (replaced, opening, closing) = (end..<end, ",\"payload\":{\"params\":", "}")
        }
        var result: [UInt8] = []
        result.reserveCapacity(document.count + opening.utf8.count + text.count + closing.utf8.count)
        result += bytes[document.lowerBound..<replaced.lowerBound]
        result += opening.utf8
        result += text
        result += closing.utf8
        result += bytes[replaced.upperBound..<document.upperBound]
        return result
    }
}
