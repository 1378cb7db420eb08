import StrictJSON

/// Reads one message from left to right, once, and notes where its parts stand.
struct MessageScan {
    private var document = 0..<0
    private var token: SessionToken?
    private var endpoint: Range<Int>?
    private var endpointHasEscapes = false
    private var transform = TransformScan()
    private var hasTransform = false
    private var params: Range<Int>?
    private var payload: Range<Int>?
    /// The bytes of a null in the place of the payload, or of its params.
    private var null: Range<Int>?
    /// The reason beyond JSON that ended the reading.
    var refusal: MessageRefusal?
    private let longestEndpoint: Int

    init(longestEndpoint: Int) { self.longestEndpoint = longestEndpoint }

    private static let names = WireNames("session_token", "endpoint", "payload")
    private static let payloadNames = WireNames("offset", "transform", "params")

    /// Reads the object at the scanner's place.
    @inline(__always)
    mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) -> MessageOutline {
        let start = scanner.place
        var name = try scanner.firstMember()
        while let member = name {
            switch MessageScan.names.index(of: member, in: scanner.bytes) {
            case 0: try readToken(&scanner)
            case 1: try readEndpoint(&scanner)
            case 2: try readPayload(&scanner)
            default: try scanner.skipValue()
            }
            name = try scanner.nextMember()
        }
        guard let token, let endpoint else {
            refusal = .missingMembers(
                (token == nil ? ["session_token"] : []) + (endpoint == nil ? ["endpoint"] : []))
            throw JSONFault(code: .missingMember, place: start)
        }
        return MessageOutline(
            document: start..<scanner.place, token: token, endpoint: endpoint,
            endpointHasEscapes: endpointHasEscapes, transform: hasTransform ? transform.transform : nil,
            transformRange: hasTransform ? transform.range : nil, params: params, payload: payload,
            null: null, numbers: transform.numbers)
    }

    private mutating func readToken(_ scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner.place
        let (text, hasEscapes) = try scanner.placedString()
        let token =
            hasEscapes
            ? SessionToken(JSONText.string(in: scanner.bytes, at: text.lowerBound))
            : SessionToken(scanner.bytes, text)
        guard let token else { throw JSONFault(code: .notAnIdentifier, place: start, kind: .string) }
        self.token = token
    }

    private mutating func readEndpoint(_ scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner.place
        let (text, hasEscapes) = try scanner.placedString()
        // Escapes are longer than what they stand for, and a name may be written with more of them than it came with.
        let count =
            hasEscapes && text.count > longestEndpoint
            ? JSONText.string(in: scanner.bytes, at: text.lowerBound).utf8.count : text.count
        guard count > 0, count <= longestEndpoint else {
            refusal = .badEndpoint(count)
            throw JSONFault(code: .wrongType, place: start)
        }
        (endpoint, endpointHasEscapes) = (text, hasEscapes)
    }

    private mutating func readPayload(_ scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner.place
        guard try !scanner.skipNull() else { return null = start..<scanner.place }
        var name = try scanner.firstMember()
        while let member = name {
            switch MessageScan.payloadNames.index(of: member, in: scanner.bytes) {
            case 0: try readTransform(&scanner, isMatrix: false)
            case 1: try readTransform(&scanner, isMatrix: true)
            case 2:
                let first = scanner.place
                if try scanner.skipNull() {
                    null = first..<scanner.place
                } else {
                    try scanner.skipValue()
                    params = first..<scanner.place
                }
            default: try scanner.skipValue()
            }
            name = try scanner.nextMember()
        }
        payload = start..<scanner.place
    }

    private mutating func readTransform(
        _ scanner: inout JSONScanner, isMatrix: Bool
    ) throws(JSONFault) {
        guard try !scanner.skipNull() else { return }
        guard !hasTransform else {
            // A name that comes twice is the object's fault, found first.
            refusal = .twoTransforms
            throw JSONFault(code: .wrongType, place: scanner.place)
        }
        if isMatrix {
            try transform.readMatrix(&scanner, &refusal)
        } else {
            try transform.readOffset(&scanner, &refusal)
        }
        hasTransform = true
    }
}
