/// The bytes for one client after an upgrade, piece by piece; those of one turn of the loop are sent together.
///
/// For the listener's thread only.
package final class UpgradedLine {
    private var bytes: [UInt8] = []
    private var sent = 0
    /// The pieces that are not sent wholly, behind others that are.
    private var pieces: [Piece] = []
    private var done = 0
    /// Whether there was no room on the wire.
    package private(set) var isBlocked = false
    private var ending: (how: Ending, until: Double)?

    private struct Piece {
        /// The place behind its last byte.
        var end: Int
        /// The time when its first byte may go.
        var from: Double
        /// Whether every byte goes alone.
        var isSplit: Bool
    }

    /// The end of the connection, once the bytes before it are sent.
    package enum Ending { case closes, resets }

    /// Seconds that the bytes before an ending may take to be sent.
    private static let endingSeconds = 1.0
    /// Bytes that are kept although they have been sent, so that they need not be moved for every piece.
    private static let keptBytes = 1 << 16

    package init() {}

    /// The bytes and pieces that the client has not taken.
    package var unsentBytes: Int { bytes.count - sent }
    package var unsentPieces: Int { pieces.count - done }

    /// Adds a piece to what is to be sent; nothing after an ending.
    ///
    /// - Parameters:
    ///   - time: the time before which it waits, and with it what follows.
    ///   - isSplit: whether every byte goes alone, to imitate a network that does so.
    package func send(_ piece: some Collection<UInt8>, from time: Double = 0, isSplit: Bool = false) {
        guard ending == nil, !piece.isEmpty else { return }
        if sent > UpgradedLine.keptBytes { forgetSent() }
        bytes.append(contentsOf: piece)
        pieces.append(Piece(end: bytes.count, from: time, isSplit: isSplit))
    }

    /// Takes back every piece of which no byte has been sent.
    package func takeBack() {
        guard done < pieces.count else { return }
        let isBegun = sent > (done > 0 ? pieces[done - 1].end : 0)
        let kept = done + (isBegun ? 1 : 0)
        pieces.removeSubrange(kept...)
        bytes.removeSubrange((pieces.last?.end ?? 0)...)
    }

    /// Ends the connection once all bytes are sent, or have not been for a second.
    package func end(_ how: Ending, at now: Double) {
        if ending == nil { ending = (how, now + UpgradedLine.endingSeconds) }
    }

    private func forgetSent() {
        // A piece that is sent in part stays whole, so that it is not taken back as one of which nothing is sent.
        let whole = done > 0 ? pieces[done - 1].end : 0
        bytes.removeFirst(whole)
        pieces.removeFirst(done)
        for place in pieces.indices { pieces[place].end -= whole }
        (sent, done) = (sent - whole, 0)
    }

    var isEnding: Bool { ending != nil }

    /// The ending that is due, if any.
    func ending(at now: Double) -> Ending? {
        guard let ending, done == pieces.count || now >= ending.until || ending.how == .resets else {
            return nil
        }
        return ending.how
    }

    /// The time when something can be sent, or the connection ends.
    var due: Double {
        let next = isBlocked ? .infinity : done < pieces.count ? pieces[done].from : .infinity
        return min(next, ending.map { done == pieces.count ? 0 : $0.until } ?? .infinity)
    }

    /// Lets bytes be sent again, since there is room on the wire.
    func unblock() { isBlocked = false }

    /// Sends what may go now; false where the client is gone.
    func flush(to socket: Socket, at now: Double) -> Bool {
        while !isBlocked, done < pieces.count, pieces[done].from <= now {
            let isSplit = pieces[done].isSplit
            var end = isSplit ? sent + 1 : pieces[done].end
            if !isSplit {
                for piece in pieces[(done + 1)...] {
                    guard piece.from <= now, !piece.isSplit else { break }
                    end = piece.end
                }
            }
            let outcome = bytes.withUnsafeBytes {
                socket.write(UnsafeRawBufferPointer(rebasing: $0[sent..<end]))
            }
            switch outcome {
            case .gone: return false
            case .later: isBlocked = true
            case .some(let count): sent += count
            }
            while done < pieces.count, pieces[done].end <= sent { done += 1 }
            // The next byte goes in the next turn.
            if isSplit { break }
        }
        if sent == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            pieces.removeAll(keepingCapacity: true)
            (sent, done) = (0, 0)
        }
        return true
    }
}
