import HTTPServer
import Markers
import Testing

@testable import MarkersSandbox

@Suite("What holds for some time")
struct LeaseTests {
    @Test(
        "Locks in both styles are one lock, which ends by itself",
        arguments: ["/locks/", "/locks/work-sessions/"])
    func locks(base: String) throws {
        let clock = ManualClock()
        let visitor = try Visitor(SandboxOptions(seed: 1, clock: clock.clock))
        let session = try visitor.session(in: try visitor.space())
        let isOld = base == "/locks/", path = base + session
        func locked() throws -> Bool? {
            try visitor.ask(.get, isOld ? path : path + "/status")["locked"]?.bool
        }
        let term = #"{"ttl_seconds":30}"#
        let lock = try LockReply(try visitor.ask(.post, path, term).json)
        let token = try #require(lock.token)
        #expect(lock.isHeld == true)
        let busy = try LockReply(try visitor.ask(.post, "/locks/work-sessions/\(session)", term).json)
        #expect(busy.isHeld == false && busy.token == nil)
        clock.advance(by: 20)
        let longer = #"{"token":"\#(token)","ttl_seconds":30}"#
        #expect(try LockReply(try visitor.ask(.post, path + "/extend", longer).json).isHeld == true)
        clock.advance(by: 29)
        #expect(try locked() == true)
        clock.advance(by: 1)
        #expect(try locked() == false)
        #expect(try LockReply(try visitor.ask(.post, path + "/extend", longer).json).isHeld == false)
        let next = try #require(try LockReply(try visitor.ask(.post, path, term).json).token)
        for (token, isReleased) in [(token, false), (next, true), (next, false)] {
            let body = #"{"token":"\#(token)"}"#
            let reply =
                try isOld ? visitor.ask(.delete, path, body) : visitor.ask(.post, path + "/unlock", body)
            #expect(try LockReply(reply.json).isReleased == isReleased)
        }
        #expect(try visitor.ask(.post, path, #"{"ttl_seconds":0}"#).status == 422)
    }

    @Test("Somebody who is not heard of for 30 s has left")
    func presence() throws {
        let clock = ManualClock()
        let visitor = try Visitor(SandboxOptions(seed: 1, clock: clock.clock))
        let path = "/presence/" + (try visitor.session(in: try visitor.space()))
        func users() throws -> [String] { try PresenceReply(try visitor.ask(.get, path).json).users }
        for user in ["b", "a", "b"] { try visitor.ask(.post, path, #"{"user_id":"\#(user)"}"#) }
        #expect(try users() == ["a", "b"])
        clock.advance(by: 20)
        try visitor.ask(.post, path, #"{"user_id":"a"}"#)
        clock.advance(by: 20)
        #expect(try users() == ["a"])
        #expect(try visitor.ask(.delete, path + "/a").status == 204)
        #expect(try users().isEmpty)
    }

    @Test("A token that is wanted ends after its time")
    func tokens() throws {
        let clock = ManualClock()
        let visitor = try Visitor(SandboxOptions(seed: 1, tokenSeconds: 10, clock: clock.clock))
        #expect(try visitor.ask(.get, "/spaces").status == 401)
        let token = try #require(try visitor.ask(.post, "/sandbox/token")["token"]?.string)
        let fields = [HeaderField("authorization", "Bearer \(token)")]
        #expect(try visitor.ask(.get, "/spaces", fields: fields).status == 200)
        clock.advance(by: 10)
        let late = try visitor.ask(.get, "/spaces", fields: fields)
        #expect(late.status == 401 && late.fields.contains(HeaderField("WWW-Authenticate", "Bearer")))
    }
}
