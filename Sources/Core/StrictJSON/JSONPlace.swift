/// The place of a byte in a document, found from the start only for an error, so reading need not track it.
package struct JSONPlace {
    package private(set) var pointer = ""
    package private(set) var line = 1
    package private(set) var column = 1

    /// One token of a pointer.
    package enum Step {
        case element(Int)
        /// Nil before the first name is known.
        case member(String?)
    }

    /// - Parameters:
    ///   - bytes: valid JSON up to `place`.
    ///   - steps: the path in a document to where they begin.
    package init(
        of place: Int, in bytes: UnsafeBufferPointer<UInt8>, inside steps: [Step] = []
    ) {
        let place = min(place, bytes.count)
        for i in 0..<place {
            column += 1
            if bytes[i] == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
        }
        pointer = JSONPlace.steps(from: steps, to: place, in: bytes).reduce(into: "") { pointer, step in
            switch step {
            case .element(let index): pointer += "/\(index)"
            case .member(nil): break
            case .member(let name?): pointer += "/" + JSONPlace.token(name)
            }
        }
    }

    private static func steps(
        from outside: [Step], to place: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> [Step] {
        var steps = outside
        var i = 0
        var expectsName = false
        while i < place {
            switch bytes[i] {
            case UInt8(ascii: "["): steps.append(.element(0))
            case UInt8(ascii: "{"):
                steps.append(.member(nil))
                expectsName = true
            case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = steps.popLast()
            case UInt8(ascii: ","):
                switch steps.popLast() {
                case .element(let index): steps.append(.element(index + 1))
                case .member:
                    steps.append(.member(nil))
                    expectsName = true
                case nil: break
                }
            case UInt8(ascii: "\""):
                let start = i
                i += 1
                while i < bytes.count, bytes[i] != UInt8(ascii: "\"") {
                    i += bytes[i] == UInt8(ascii: "\\") ? 2 : 1
                }
                // A name that ends beyond the place is not known yet.
                if expectsName, i < place, !steps.isEmpty {
                    steps[steps.count - 1] = .member(JSONText.string(in: bytes, at: start + 1))
                    expectsName = false
                }
            default: break
            }
            i += 1
        }
        return steps
    }

    /// A name as a part of a pointer.
    package static func token(_ name: String) -> String {
        // Not by characters: an accent behind a slash makes another one of it.
        let scalars = name.unicodeScalars
        guard scalars.contains(where: { $0 == "~" || $0 == "/" }) else { return name }
        return scalars.reduce(into: "") { token, scalar in
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
    }
}
