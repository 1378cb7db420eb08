/// An error at its byte; ``JSONPlace`` makes a pointer of that on demand.
@_spi(Scanning) public struct JSONFault: Error {
    public var code: JSONError.Code
    public var place: Int
    public var limit: Int = 0
    public var kind: JSONKind?
    /// The kind that was expected.
    public var wanted: JSONKind?
    /// The name of what is missing.
    public var member: StaticString?

    public init(
        code: JSONError.Code, place: Int, limit: Int = 0, kind: JSONKind? = nil, wanted: JSONKind? = nil,
        member: StaticString? = nil
    ) {
        (self.code, self.place, self.limit, self.kind, self.member) = (code, place, limit, kind, member)
        self.wanted = wanted
    }

    /// - Parameter steps: how deep in a document the bytes begin.
    public func error(in bytes: UnsafeBufferPointer<UInt8>, inside steps: [JSONPlace.Step] = []) -> JSONError
    {
        let place = JSONPlace(of: self.place, in: bytes, inside: steps)
        // The place of a name that comes twice is that of its quotation mark.
        let again = code == .duplicateKey ? JSONText.string(in: bytes, at: self.place + 1) : nil
        let name = member.map { "\($0)" } ?? again.map(JSONPlace.token)
        let pointer = place.pointer + (name.map { "/" + $0 } ?? "")
        let found: JSONError.Found =
            switch code {
            case .tooDeep, .tooLarge, .tooManyValues: .limit(limit)
            case .missingMember: .end
            case _ where kind != nil: .value(kind ?? .null)
            default: found(in: bytes, isBeginning: isFirst(steps) && place.line == 1 && place.column <= 4)
            }
        return JSONError(
            code, at: pointer, line: place.line, column: place.column, found: found, wanted: wanted)
    }

    /// Whether bytes that begin there begin the document, but for the bracket of a list.
    private func isFirst(_ steps: [JSONPlace.Step]) -> Bool {
        switch steps.first {
        case nil, .element(0)?: steps.count <= 1
        default: false
        }
    }

    private func found(in bytes: UnsafeBufferPointer<UInt8>, isBeginning: Bool) -> JSONError.Found {
        guard place < bytes.count else { return .end }
        guard isBeginning, let form = ForeignBytes(bytes) else { return .byte(bytes[place]) }
        return .foreign(form)
    }
}
