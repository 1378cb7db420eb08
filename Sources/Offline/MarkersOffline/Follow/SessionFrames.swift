internal import Foundation
internal import Markers

/// A session's markers as they were read, and what has become of the frames that its edits were made in.
struct SessionFrames: Sendable {
    let list: [Marker]
    /// The markers as an array, which is kept for edits that follow to where they are.
    let body: [UInt8]
    let tag: String
    var comparisons: [String: SessionComparison] = [:]

    init(_ list: [Marker]) {
        self.list = list
        body = KeptList.body(list.map(\.text))
        tag = SHA256.hex(of: body[...])
    }
}
