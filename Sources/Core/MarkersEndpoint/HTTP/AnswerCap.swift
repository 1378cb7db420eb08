/// The cap on the length of an answer.
///
/// A list may have hundreds of megabytes, but only as long as it shows elements: any other endless answer is cut off at
/// the usual cap.
package struct AnswerCap: Sendable {
    /// The bytes at the end of what has arrived in which a list names an element.
    static let window = 1 << 16
    /// A list is inspected each time that so many more bytes have arrived.
    static let step = 1 << 20

    /// The most bytes overall.
    package let most: Int
    /// The bytes that may arrive without inspection.
    package private(set) var trusted: Int

    /// The cap of a request's answer.
    package init(_ request: HTTPRequest, _ options: TransportOptions) {
        trusted = request.largestAnswer ?? options.largestAnswer
        let list = min(request.largestList ?? options.largestList, options.largestList)
        most = request.expectsList ? max(trusted, list) : trusted
    }

    /// Whether a body may have its current length.
    package mutating func allows(_ body: [UInt8]) -> Bool {
        guard body.count > trusted else { return true }
        guard body.count <= most, AnswerCap.hasElement(body) else { return false }
        trusted = min(body.count + AnswerCap.step, most)
        return true
    }

    /// Whether the end of a body has the member that every element has.
    private static func hasElement(_ body: [UInt8]) -> Bool {
        let member: StaticString = "\"id\""
        let count = member.utf8CodeUnitCount
        return body.withUnsafeBytes { bytes in
            let end = UnsafeRawBufferPointer(rebasing: bytes.suffix(window))
            return (0...max(end.count - count, 0)).contains { place in
                place + count <= end.count
                    && (0..<count).allSatisfy { end[place + $0] == member.utf8Start[$0] }
            }
        }
    }
}
