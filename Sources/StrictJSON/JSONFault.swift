/// An error at its byte; ``JSONPlace`` makes a pointer of that on demand.
@_spi(Scanning) public struct JSONFault: Error {
    public var code: JSONError.Code
    public var place: Int
    public var limit: Int = 0
    public var kind: JSONKind?
    /// The name of what is missing.
    public var member: StaticString?

    public init(
        code: JSONError.Code, place: Int, limit: Int = 0, kind: JSONKind? = nil, member: StaticString? = nil
    ) {
        (self.code, self.place, self.limit, self.kind, self.member) = (code, place, limit, kind, member)
    }

    /// - Parameter steps: how deep in a document the bytes begin.
    public func error(in bytes: UnsafeBufferPointer<UInt8>, inside steps: [JSONPlace.Step] = []) -> JSONError
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
