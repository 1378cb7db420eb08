/// An error where it happened; ``JSONPlace`` makes the pointer of it once somebody asks.
package struct JSONFault: Error {
    package var code: JSONError.Code
    package var place: Int
    package var limit: Int = 0
    package var kind: JSONKind?
    /// The name of what is missing.
    package var member: StaticString?

    package init(
        code: JSONError.Code, place: Int, limit: Int = 0, kind: JSONKind? = nil, member: StaticString? = nil
    ) {
        (self.code, self.place, self.limit, self.kind, self.member) = (code, place, limit, kind, member)
    }

    /// - Parameter steps: how deep in a document the bytes begin.
    package func error(in bytes: UnsafeBufferPointer<UInt8>, inside steps: [JSONPlace.Step] = []) -> JSONError
    {
        let place = JSONPlace(of: self.place, in: bytes, inside: steps)
        let pointer = place.pointer + (member.map { "/\($0)" } ?? "")
        let found: JSONError.Found =
            switch code {
            case .tooDeep, .tooLarge, .tooManyValues: .limit(limit)
            case .missingMember: .end
            case _ where kind != nil: .value(kind ?? .null)
            default: self.place < bytes.count ? .byte(bytes[self.place]) : .end
            }
        return JSONError(code, at: pointer, line: place.line, column: place.column, found: found)
    }
}
