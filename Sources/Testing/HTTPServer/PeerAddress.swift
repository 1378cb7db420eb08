/// An IPv4 address of a client, or one to listen at.
package struct PeerAddress: Hashable, Sendable {
    /// The four bytes, the first one highest.
    package let number: UInt32

    package init(number: UInt32) { self.number = number }

    /// The address in four decimal numbers; nil for any other text.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var number: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy(\.isDigit), let byte = UInt8(part)
            else { return nil }
            number = number << 8 | UInt32(byte)
        }
        self.init(number: number)
    }

    /// This machine as it calls itself, 127.0.0.1.
    package static let loopback = PeerAddress(number: 0x7F00_0001)

    /// No client's, 0.0.0.0; to listen there is to listen at all of a machine's addresses.
    static let nobody = PeerAddress(number: 0)

    /// Whether only this machine has it.
    package var isLoopback: Bool { number >> 24 == 127 }
}

extension PeerAddress: CustomStringConvertible {
    package var description: String {
        [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
    }
}
