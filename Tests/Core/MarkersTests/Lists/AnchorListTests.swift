import Foundation
import Testing

@testable import Markers

@Suite("Lists of anchors")
struct AnchorListTests {
    private static func anchor(_ row: Double, run: Int = 1) -> String {
        #"{"id":"\#(JoinScene.id(1))","session_id":"\#(JoinScene.id(2))","run":\#(run),"local_z":\#(row),"#
            + #""world_position":[1,2,3]}"#
    }

    @Test(
        "are arrays, members of an object, or lines",
        arguments: [
            "[A,\nB]", #"{"anchors":[A,\#nB],"count":2}"#, #"{"data":[A,\#nB]}"#, "A\nB\n", "\u{feff}[A,\nB]",
        ])
    func shapes(_ text: String) throws {
        let text = text.replacing("A", with: Self.anchor(1.5)).replacing("B", with: Self.anchor(3, run: 2))
        let list = try AnchorList(ByteSource(Array(text.utf8)))
        #expect(list.refused.isEmpty)
        #expect(list.anchors.map(\.anchor.localZ) == [1.5, 3] && list.anchors.map(\.anchor.run) == [1, 2])
        #expect(list.anchors.map(\.place.line) == [1, 2])
        #expect(RowAnchor(list.anchors[1].anchor).session == JoinScene.id(2))
    }

    @Test("what is no anchor is named with its place")
    func refused() throws {
        let text = "[{},\n\(Self.anchor(1)),7,\(Self.anchor(2).replacing("[1,2,3]", with: "[1,2]"))]"
        let list = try AnchorList(ByteSource(Array(text.utf8)))
        #expect(list.anchors.map(\.anchor.localZ) == [1])
        #expect(list.refused.map(\.pointer) == ["/0/id", "/2", "/3/world_position"])
        #expect(list.refused.map(\.line) == [1, 2, 2])
        #expect(list.refused.map(\.code) == [.missingMember, .wrongType, .wrongType])
    }
}
