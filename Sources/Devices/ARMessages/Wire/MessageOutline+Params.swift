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
