import ARMessages
import QuadGeometry
import StrictJSON
import TestSupport
import Testing

@Suite("Messages on the wire")
struct ARMessageTests {
    @Test("the documented examples are read and written byte for byte")
    func examples() throws {
        #expect(SampleMessage.offset.utf8.count == 144)
        var reader = MessageReader()
        for text in [SampleMessage.offset, SampleMessage.matrix] {
            let message = try reader.message(Array(text.utf8))
            #expect(message.token.description == SampleMessage.token)
            #expect(message.params.map { String(decoding: $0.text, as: UTF8.self) } == #"{"foo":"bar"}"#)
            #expect(String(decoding: try message.encoded(), as: UTF8.self) == text)
        }
        #expect(
            try reader.message(Array(SampleMessage.offset.utf8)).transform == .offset(SIMD3(3.2, 1.3, 4)))
    }

    @Test("tokens are compared as UUIDs, and written in upper case")
    func tokens() throws {
        let lower = try #require(SessionToken(SampleMessage.token.lowercased()))
        #expect(lower == SessionToken(SampleMessage.token))
        #expect(lower.description == SampleMessage.token)
        let bad = ["", "E621E1F8", SampleMessage.token + "0", String(SampleMessage.token.dropLast()) + "G"]
        for text in bad { #expect(SessionToken(text) == nil) }
        var generator = SeededGenerator(seed: Seeds.first)
        let made = SessionToken.random(using: &generator)
        #expect(SessionToken(made.description) == made)
        #expect(Array(made.description)[14] == "4")
    }

    @Test("absent and null members are none")
    func absent() throws {
        var reader = MessageReader()
        for payload in ["null", "{}", #"{"offset":null,"transform":null,"params":null}"#] {
            let message = try reader.message(Array(SampleMessage.payload(payload).utf8))
            #expect(message.transform == nil && message.params == nil)
        }
        let bare = #"{"session_token":"\#(SampleMessage.token)","endpoint":"a"}"#
        #expect(try reader.message(Array(bare.utf8)).endpoint == "a")
        #expect(
            String(decoding: try reader.message(Array(bare.utf8)).encoded(), as: UTF8.self)
                == #"{"session_token":"\#(SampleMessage.token)","endpoint":"a","payload":{}}"#)
    }

    @Test("several messages in a frame have line ends between them")
    func several() throws {
        var reader = MessageReader()
        let (one, other) = (SampleMessage.offset, SampleMessage.matrix)
        #expect(try reader.messages(in: Array("\(one)\n\(other)\r\n \(one) ".utf8)).count == 3)
        for (text, code) in [
            ("", "UNEXPECTED_END"), (" \n", "UNEXPECTED_END"), (one + other, "TRAILING_DATA"),
        ] {
            #expect(throws: MessageError.self) { try reader.messages(in: Array(text.utf8)) }
            #expect(ARMessageTests.refusal(text)?.code == code)
        }
        #expect(
            ARMessageTests.refusal(one + "\n" + SampleMessage.payload(#"{"offset":1}"#))?.pointer
                == "/payload/offset")
    }

    /// The refusal of a frame by a reader; `nil` if it takes it.
    static func refusal(_ text: String) -> MessageError? { refusal(Array(text.utf8)) }

    static func refusal(_ bytes: [UInt8]) -> MessageError? {
        var reader = MessageReader()
        do throws(MessageError) {
            _ = try reader.messages(in: bytes)
            return nil
        } catch { return error }
    }

    /// Texts that are refused, with the code and the pointer.
    static let refusals: [(text: String, code: String, pointer: String)] = [
        (SampleMessage.matrix(column: 2, "[0,0,1,NaN]"), "VALUE_EXPECTED", "/payload/transform/c2/3"),
        (SampleMessage.matrix(column: 2, "[0,0,1,1e999]"), "NUMBER_TOO_LARGE", "/payload/transform/c2/3"),
        (SampleMessage.matrix(column: 1, "[0,1,0]"), "COLUMN_COUNT", "/payload/transform/c1"),
        (SampleMessage.matrix(column: 1, "[]"), "COLUMN_COUNT", "/payload/transform/c1"),
        (SampleMessage.matrix(column: 1, "[0,1,0,0,0]"), "COLUMN_COUNT", "/payload/transform/c1/4"),
        (SampleMessage.matrix(column: 0, "[1,0,0,0.5]"), "LAST_ROW", "/payload/transform/c0/3"),
        (SampleMessage.matrix(column: 3, "[1,0,0,0]"), "LAST_ROW", "/payload/transform/c3/3"),
        (SampleMessage.matrix(column: 0, "[0,1,0,0]"), "FLAT_MATRIX", "/payload/transform"),
        (SampleMessage.matrix(column: 0, "[0,0,0,0]"), "FLAT_MATRIX", "/payload/transform"),
        (SampleMessage.matrix(column: 0, #"["1",0,0,0]"#), "WRONG_TYPE", "/payload/transform/c0/0"),
        (SampleMessage.matrix(column: 0, "[null,0,0,0]"), "WRONG_TYPE", "/payload/transform/c0/0"),
        (
            SampleMessage.payload(#"{"transform":{"c0":[1,0,0,0]}}"#), "MISSING_MEMBER",
            "/payload/transform/c1"
        ),
        (SampleMessage.payload(#"{"offset":{"x":1,"y":2}}"#), "MISSING_MEMBER", "/payload/offset/z"),
        (
            SampleMessage.payload(#"{"offset":{"x":1,"y":-1e400,"z":0}}"#), "NUMBER_TOO_LARGE",
            "/payload/offset/y"
        ),
        (
            SampleMessage.payload(
                #"{"offset":{"x":1,"y":2,"z":3},"transform":{"c0":[1,0,0,0]}}"#), "TWO_TRANSFORMS",
            "/payload/transform"
        ),
        (SampleMessage.payload(#"{"params":{"a":1,"a":2}}"#), "DUPLICATE_KEY", "/payload/params/a"),
        (SampleMessage.payload(#"{"params":1,"par\u0061ms":2}"#), "DUPLICATE_KEY", "/payload/params"),
        (SampleMessage.payload(#"{"params":"\ud800"}"#), "LONE_SURROGATE", "/payload/params"),
        (SampleMessage.payload("{}", endpoint: ""), "BAD_ENDPOINT", "/endpoint"),
        (SampleMessage.payload("[]"), "WRONG_TYPE", "/payload"),
        (#"{"endpoint":"a"}"#, "MISSING_MEMBER", "/session_token"),
        (#"{"session_token":"7"}"#, "NOT_A_UUID", "/session_token"),
        (#"{"session_token":"\#(SampleMessage.token)"}"#, "MISSING_MEMBER", "/endpoint"),
        (#"[]"#, "WRONG_TYPE", ""),
        (#"{"a":"#, "UNEXPECTED_END", "/a"),
        (SampleMessage.payload(#"{"v":1,"frame":7}"#), "WRONG_TYPE", "/payload/frame"),
        (SampleMessage.payload(#"{"v":1,"cov":[1,2]}"#), "COVARIANCE_COUNT", "/payload/cov"),
    ]

    @Test("what is wrong is refused with its place", arguments: refusals)
    func refused(text: String, code: String, pointer: String) throws {
        let error = try #require(ARMessageTests.refusal(text), "\(text)")
        #expect(error.code == code && error.pointer == pointer, "\(text): \(error)")
        #expect(!error.message.isEmpty)
    }

    @Test("all members that an object lacks are named, also in what a device is answered")
    func missing() throws {
        for (text, names) in [
            ("{}", "session_token and endpoint are"), (#"{"endpoint":"a"}"#, "session_token is"),
            (SampleMessage.payload(#"{"offset":{"y":2}}"#), "x and z are"),
            (SampleMessage.payload(#"{"transform":{"c2":[0,0,1,0]}}"#), "c0, c1 and c3 are"),
        ] {
            let error = try #require(ARMessageTests.refusal(text))
            #expect(error.message == "\(names) missing", "\(text)")
        }
        var scene = try RelayScene.room(.identity, [])
        scene.relay.receive(Array("{}".utf8), from: 0, at: scene.time)
        let answer = try #require(try scene.received(0).last?.params)
        #expect(answer["code"]?.string == "MISSING_MEMBER")
        #expect(answer["message"]?.string == "/session_token: session_token and endpoint are missing")
    }

    @Test("depth, size and bytes that are not UTF-8 are refused at the reader's limits")
    func limits() throws {
        func deep(_ count: Int) -> String {
            let brackets = String(repeating: "[", count: count) + String(repeating: "]", count: count)
            return SampleMessage.payload(#"{"params":\#(brackets)}"#)
        }
        // The message and its payload are two of the 64.
        #expect(ARMessageTests.refusal(deep(62)) == nil)
        for count in [63, 65, 5000] { #expect(ARMessageTests.refusal(deep(count))?.code == "TOO_DEEP") }
        var bytes = Array(SampleMessage.offset.utf8)
        let place = try #require(bytes.lastIndex(of: UInt8(ascii: "b")))
        bytes[place] = 0xC0
        #expect(ARMessageTests.refusal(bytes)?.code == "BAD_UTF8")
        #expect(ARMessageTests.refusal(bytes)?.pointer == "/payload/params/foo")
        let large = SampleMessage.payload(#"{"params":"\#(String(repeating: "x", count: 10_000_000))"}"#)
        #expect(ARMessageTests.refusal(large)?.code == "TOO_LARGE")
        let full = MessageLimits().size - SampleMessage.payload(#"{"params":""}"#).utf8.count
        for (count, isTaken) in [(full, true), (full + 1, false)] {
            let text = SampleMessage.payload(#"{"params":"\#(String(repeating: "x", count: count))"}"#)
            #expect((ARMessageTests.refusal(text) == nil) == isTaken)
        }
        let name = String(repeating: "e", count: MessageLimits().endpoint)
        #expect(ARMessageTests.refusal(SampleMessage.payload("{}", endpoint: name)) == nil)
        #expect(
            ARMessageTests.refusal(SampleMessage.payload("{}", endpoint: name + "e"))?.code == "BAD_ENDPOINT")
    }

    @Test("members of this package are written only when asked, and read where their version is ours")
    func extended() throws {
        let token = try #require(SessionToken(SampleMessage.token))
        let covariance = (0..<21).map { 1 / Double($0 + 3) }
        let message = ARMessage(
            token: token, endpoint: "a\"\n", transform: .offset(SIMD3(1, 2, 3)), params: [1, "two"],
            extended: MessageExtension(frame: "tablet", stamp: 12.5, covariance: covariance))
        var reader = MessageReader()
        #expect(try reader.message(message.encoded(extended: true)) == message)
        var bare = message
        bare.extended = nil
        #expect(try reader.message(message.encoded()) == bare)
        let foreign = SampleMessage.payload(#"{"v":"3","frame":7,"cov":null}"#)
        #expect(try reader.message(Array(foreign.utf8)).extended == nil)
        var wrong = message
        wrong.extended?.covariance = [1]
        #expect(throws: MessageError.covarianceCount(pointer: "/payload/cov", found: 1)) {
            try wrong.encoded(extended: true)
        }
        wrong = message
        wrong.transform = .offset(SIMD3(0, .infinity, 0))
        #expect(throws: MessageError.outOfRange(pointer: "/payload/offset/y")) { try wrong.encoded() }
    }

    @Test("numbers are the shortest that read back, in double or single precision")
    func precision() throws {
        let token = try #require(SessionToken(SampleMessage.token))
        let point = SIMD3<Double>(Double(Float(0.1)), 1e-5, -0.0)
        let message = ARMessage(token: token, endpoint: "a", transform: .offset(point))
        func text(_ precision: NumberPrecision) throws -> String {
            String(decoding: try message.encoded(precision: precision), as: UTF8.self)
        }
        #expect(try text(.double).contains(#"{"x":0.10000000149011612,"y":1e-05,"z":0.0}"#))
        #expect(try text(.float).contains(#"{"x":0.1,"y":1e-05,"z":0.0}"#))
        #expect(try text(.plain).hasSuffix(#""z":0}}}"#))
        let far = ARMessage(token: token, endpoint: "a", transform: .offset(SIMD3(1e39, 0, 0)))
        #expect(throws: MessageError.outOfRange(pointer: "/payload/offset/x")) {
            try far.encoded(precision: .float)
        }
    }

    @Test(
        "mutated documents are read or refused, and what is read is read the same again", arguments: Seeds.few
    )
    func mutated(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = [
            SampleMessage.offset, SampleMessage.matrix, SampleMessage.offset + "\n" + SampleMessage.matrix,
        ]
        let samples = texts.map { Array($0.utf8) }
        let interesting =
            Array(#"{}[]",:0123456789eE+-.\untrfalsxyzc"#.utf8) + [0, 0x0A, 0x7F, 0xC3, 0xE2, 0xFF]
        var reader = MessageReader()
        var refused = 0
        for sample in 0..<Effort.count(20_000, quick: 4000) {
            var bytes = samples[sample % samples.count]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = interesting.randomElement(using: &generator) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(interesting.randomElement(using: &generator) ?? 0, at: place)
                }
            }
            do throws(MessageError) {
                let messages = try reader.messages(in: bytes)
                for message in messages {
                    let again = try reader.message(try message.encoded(extended: true))
                    #expect(again == message, "seed \(seed), sample \(sample)")
                }
            } catch {
                refused += 1
                #expect(
                    error.pointer.isEmpty || error.pointer.utf8.first == UInt8(ascii: "/"),
                    "seed \(seed), sample \(sample)")
            }
        }
        #expect(refused > 0)
    }

    @Test("a long endpoint is read back, however many escapes it is written with")
    func escapedEndpoint() throws {
        var reader = MessageReader()
        let name = String(repeating: "k", count: 197) + String(repeating: "\u{2028}", count: 19)
        func text(_ name: String) -> [UInt8] {
            Array(#"{"session_token":"E242E1F8-C36C-247A-93FC-0C24A43E5E7F","endpoint":"\#(name)"}"#.utf8)
        }
        let message = try reader.message(text(name))
        #expect(message.endpoint == name)
        #expect(try reader.message(try message.encoded(extended: true)) == message)
        #expect(throws: MessageError.self) { try reader.message(text(name + "\u{2028}")) }
    }
}
