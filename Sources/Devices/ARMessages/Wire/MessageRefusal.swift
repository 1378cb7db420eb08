/// A reason beyond JSON that a message is refused; the fault that is thrown with it has the place.
enum MessageRefusal {
    /// Members that an object lacks, in their order.
    case missingMembers([StaticString])
    case columnCount(Int)
    case lastRow(Double, expected: Double)
    case flatMatrix
    case twoTransforms
    case badEndpoint(Int)
    case covarianceCount(Int)
}

extension MessageError {
    /// The error of a refusal at a place of the message.
    init(_ refusal: MessageRefusal, at pointer: String, _ limits: MessageLimits) {
        switch refusal {
        case .missingMembers(let names):
            self = .missingMembers(pointer: pointer, names: names.map(\.description))
        case .columnCount(let count): self = .columnCount(pointer: pointer, found: count)
        case .lastRow(let found, let expected):
            self = .lastRow(pointer: pointer, found: found, expected: expected)
        case .flatMatrix: self = .flatMatrix(pointer: pointer)
        case .twoTransforms: self = .twoTransforms(pointer: pointer)
        case .badEndpoint(let count):
            self = .badEndpoint(pointer: pointer, bytes: count, limit: limits.endpoint)
        case .covarianceCount(let count): self = .covarianceCount(pointer: pointer, found: count)
        }
    }
}
