import Foundation
import StrictJSON
import Testing

@testable import Markers

@Suite("Lists of markers")
struct MarkerReaderTests {
    private static let three = [MarkerText.small(1), MarkerText.full, MarkerText.small(3)]

    private static func read(_ text: String) throws -> MarkerList { try MarkerList(Array(text.utf8)) }

    @Test("an array, a wrapper, lines and one marker are all lists of markers")
    func shapes() throws {
        let comma = Self.three.joined(separator: ","), lines = Self.three.joined(separator: "\n")
        for (text, list, count) in [
            ("[\(comma)]", MarkerPlace.List.array, 3), ("\u{feff} [ \(comma) ]\r\n", .array, 3),
            ("[]", .array, 0),
            ("{\"markers\":[\(comma)]}", .member("markers"), 3), ("{\"data\":[ ]}", .member("data"), 0),
            ("{\"count\":3,\"markers\": [\(comma)] ,\"next\":{\"markers\":[1]}}\n", .member("markers"), 3),
            ("{\"a\":{\"data\":[]},\"data\":[\(comma)]}", .member("data"), 3),
            (lines, .lines, 3), (lines + "\n", .lines, 3),
            ("\n\n" + lines.replacing("\n", with: "\r\n \n"), .lines, 3),
            (Self.three[1], .lines, 1), ("\u{feff}" + Self.three[1] + "\n\n", .lines, 1),
        ] {
            let read = try Self.read(text)
            #expect(read.refused.isEmpty)
            #expect(
                read.markers.map { String(decoding: $0.text, as: UTF8.self) }
                    == (count == 1 ? [Self.three[1]] : Array(Self.three.prefix(count))))
            #expect(read.markers.allSatisfy { $0.place.list == list })
            #expect(read.markers.map(\.place.index) == Array(0..<count))
        }
    }

    @Test("a marker may have data of its own")
    func ownData() throws {
        let text = MarkerText.full.replacing("\"x_future\"", with: "\"data\"")
        #expect(try Self.read(text).markers.first?.foreignMembers.map(\.name) == ["data", "y_future"])
    }

    @Test("what is no marker is named by its pointer and line, the others live on")
    func refused() throws {
        let bad = MarkerText.small(2).replacing("\"id\":\"0", with: "\"id\":\"x")
        let read = try Self.read(
            "{\"markers\":[\(MarkerText.small(1)),\n  \(bad),\n7,{},\n\(MarkerText.small(4))]}")
        #expect(read.markers.map(\.version) == [1, 4])
        #expect(read.markers.map(\.place.line) == [1, 4])
        #expect(read.refused.map(\.pointer) == ["/markers/1/id", "/markers/2", "/markers/3/id"])
        #expect(read.refused.map(\.code) == [.notAnIdentifier, .wrongType, .missingMember])
        #expect(read.refused.map(\.line) == [2, 3, 3])
        #expect(read.refused.map(\.column) == [9, 1, 3])
    }

    @Test("lines are counted once, whether an object is looked at twice or an array is no corner")
    func linesOfOne() throws {
        let broken = MarkerText.full.replacing(",", with: ",\n").replacing(
            "\"p2\":[-0.165", with: "\"p2\":[-0.165,0")
        let bad = MarkerText.small(2).replacing("\"id\":\"0", with: "\"id\":\"x")
        let read = try Self.read("\n\(broken)\n\(bad)\n")
        let count = broken.count { $0 == "\n" }
        #expect(read.markers.map(\.place.line) == [2])
        #expect(read.markers.map(\.place.column) == [1])
        #expect(read.refused.map(\.line) == [3 + count])
        #expect(read.refused.map(\.column) == [7])
        let array = try Self.read("[\(broken),\(bad)]")
        #expect(array.refused.map(\.line) == [1 + count])
    }

    @Test(
        "line breaks in an array that is no corner are counted once",
        arguments: ["[1,\n2]", "[\n1,2,3,4]", "[1,2,\n\"3\"]", "[1\n,\n2,\n[3]\n]", "[\n\n]", "[1,2,3\n,4]"])
    func linesOfNoCorner(array: String) throws {
        let broken = MarkerText.small(1).replacing("\"p2\":[0.1,0,1]", with: "\"p2\":\(array)")
        try #require(broken != MarkerText.small(1))
        let count = array.count { $0 == "\n" }
        for text in ["[\(broken),\n  \(MarkerText.small(2)),7]", "\(broken)\n  \(MarkerText.small(2))\n{}"] {
            let read = try Self.read(text)
            #expect(read.markers.map(\.place.line) == [1, 2 + count])
            #expect(read.markers.last?.place.column == 3)
            #expect(read.refused.map(\.line) == [text.count { $0 == "\n" } + 1])
        }
    }

    @Test("where names may come twice, none is kept to be looked through at each that may hold the list")
    func duplicateNames() throws {
        let members =
            (0..<1000).map { "\"\($0)\":0" } + ["\"id\":1"]
            + Array(repeating: "\"data\":[]", count: 1000)
        let text = Array("{\(members.joined(separator: ",")),\"markers\":[\(MarkerText.small(1))]}".utf8)
        var list = JSONList(ByteSource(text), options: JSONOptions(allowsDuplicateKeys: true))
        try list.open()
        #expect(list.list == .member("markers"))
        #expect(list.names.isEmpty)
    }

    @Test("a name that comes twice among many before a list is refused, too")
    func duplicateAmongMany() throws {
        let members = (0..<100).map { "\"\($0)\":0" }
        for (names, column) in [(members + members.suffix(1), 692), (members, nil)] {
            let text = Array("{\(names.joined(separator: ",")),\"markers\":[]}".utf8)
            guard let column else {
                #expect(try MarkerList(text).markers.isEmpty)
                continue
            }
            let error = #expect(throws: JSONError.self) { try MarkerList(text) }
            #expect(error?.code == .duplicateKey)
            #expect(error?.column == column)
        }
    }

    @Test("a bad corner keeps its marker's place in the list")
    func badCorner() throws {
        let bad = MarkerText.full.replacing("[-0.165,0.057,0.037]", with: "[1,2]")
        for (text, pointer, line) in [
            ("[\(MarkerText.small(1)),\n\(bad)]", "/1/p2", 2), ("{\"data\":[\(bad)]}", "/data/0/p2", 1),
            ("\(MarkerText.small(1))\n\n\(bad)", "/p2", 3),
        ] {
            let error = #expect(throws: JSONError.self) { try Self.read(text).markers.last?.quad }
            #expect(error?.code == .badCorner)
            #expect(error?.pointer == pointer)
            #expect(error?.line == line)
            #expect(error?.found == .value(.array))
        }
    }

    /// Documents that are wrong in every way a list can be, and the errors for each.
    private static let broken:
        [(text: String, code: JSONError.Code, pointer: String, line: Int, column: Int)] = [
            ("", .unexpectedEnd, "", 1, 1), (" \n ", .unexpectedEnd, "", 2, 2),
            ("\u{feff}", .unexpectedEnd, "", 1, 4),
            ("7", .noList, "", 1, 1), ("\"a\"", .noList, "", 1, 1), ("null", .noList, "", 1, 1),
            ("[", .unexpectedEnd, "/0", 1, 2),
            ("[{}", .unexpectedEnd, "/0", 1, 4), ("[{},", .unexpectedEnd, "/1", 1, 5),
            ("[{}]]", .trailingData, "", 1, 5),
            ("[{}]\n[{}]", .trailingData, "", 2, 1), ("[{}}", .commaOrEndOfArrayExpected, "/0", 1, 4),
            ("[{} {}]", .commaOrEndOfArrayExpected, "/0", 1, 5), ("[,{}]", .valueExpected, "/0", 1, 2),
            ("[{},]", .valueExpected, "/1", 1, 5), ("[{},\n {\"a\":01}]", .badNumber, "/1/a", 2, 8),
            ("{", .unexpectedEnd, "", 1, 2),
            ("{}{}", .trailingData, "", 1, 3), ("{}\n{}x", .trailingData, "", 2, 3),
            ("{}\n[]", .noList, "", 2, 1),
            ("{}\n{\"a\":1,\"a\":2}", .duplicateKey, "/a", 2, 8),
            ("{\"markers\":[{}]", .unexpectedEnd, "", 1, 16),
            ("{\"markers\":[{}]]", .commaOrEndOfObjectExpected, "", 1, 16),
            ("{\"markers\":[{}],}", .keyExpected, "", 1, 17),
            ("{\"markers\":[{}],\"a\":[1,x]}", .valueExpected, "/a/1", 1, 24),
            ("{\"markers\":[{}],\"markers\":1}", .duplicateKey, "/markers", 1, 17),
            ("{\"a\":1,\"data\":[{}],\"\\u0061\":1}", .duplicateKey, "/a", 1, 20),
            ("{\"data\":[{\"k\":\"\u{1}\"}]}", .controlCharacter, "/data/0/k", 1, 16),
            ("{\"data\":[{}]}x", .trailingData, "", 1, 14),
            ("{\"a\":1,\"data\":[{},{\"b\":[1,\n2,]}]}", .valueExpected, "/data/1/b/2", 2, 3),
        ]

    @Test("broken lists are refused with pointer, line and column", arguments: broken.indices)
    func refusedList(index: Int) throws {
        let (text, code, pointer, line, column) = Self.broken[index]
        let error = #expect(throws: JSONError.self) { try Self.read(text) }
        #expect(error?.code == code)
        #expect(error?.pointer == pointer)
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test("it makes no difference where a list is cut into pieces")
    func pieces() throws {
        let good = [
            "[" + Self.three.joined(separator: " ,\n") + "]",
            "\u{feff}{\"n\":\"é😀\",\"markers\":[\(Self.three[1]), 1e5 ],\"t\":12}",
            Self.three.joined(separator: "\n") + "\n",
            MarkerText.full.replacing("Defect 1", with: #"\ud83d\ude00 дефект"#),
        ]
        for text in good + Self.broken.map(\.text) {
            let bytes = Array(text.utf8)
            let whole = Self.outcome(bytes, cuts: [])
            for cut in 0...bytes.count {
                try #require(Self.outcome(bytes, cuts: [cut]) == whole, "cut at \(cut): \(text)")
            }
            #expect(Self.outcome(bytes, cuts: Array(0...bytes.count)) == whole, "\(text)")
        }
    }

    @Test("it makes no difference where broken JSON is cut, either", arguments: RefusedJSON.all)
    func brokenPieces(_ json: RefusedJSON) {
        let bytes = "[1,".octets + json.text.octets
        let whole = Self.outcome(bytes, cuts: [])
        for cut in 0...bytes.count { #expect(Self.outcome(bytes, cuts: [cut]) == whole) }
    }

    @Test("an array of values is refused just where its text is")
    func sameErrors() throws {
        for json in RefusedJSON.all where json.text.hasPrefix("[") {
            let error = #expect(throws: JSONError.self) { try MarkerList(json.text.octets) }
            #expect(error?.code == json.code)
            #expect(error?.pointer == json.pointer, "\(json.text)")
            #expect([error?.line, error?.column] == [json.line, json.column])
        }
    }

    /// All results of a reader for bytes that come in pieces.
    private static func outcome(_ bytes: [UInt8], cuts: [Int]) -> [String] {
        var given = 0
        let source = ByteSource { buffer throws(JSONError) in
            let end = cuts.first { $0 > given } ?? bytes.count
            buffer.copyBytes(from: bytes[given..<end])
            defer { given = end }
            return end - given
        }
        var said: [String] = []
        do {
            var reader = MarkerReader(source, options: JSONOptions(size: 1500))
            while let next = try reader.next() {
                switch next {
                case .success(let marker):
                    said.append(
                        "\(marker.place) \(marker.text.count) \(String(describing: try? marker.quad))")
                case .failure(let error): said.append("\(error)")
                }
            }
        } catch {
            said.append("thrown \(error)")
        }
        return said
    }

    @Test("an element that is too large is refused wherever it is cut")
    func tooLarge() throws {
        let text = "[{},\n {\"a\":\"" + String(repeating: "x", count: 2000) + "\"},x"
        for cuts in [[], [10], [600, 1200, 1800], Array(0...2000)] {
            let said = Self.outcome(Array(text.utf8), cuts: cuts)
            #expect(said.last?.contains("tooLarge") == true)
            #expect(said.last == Self.outcome(Array(text.utf8), cuts: []).last)
        }
    }

    @Test("an element larger than the window is read from small pieces in about twice its length")
    func large() throws {
        let text = Array("[{\"a\":\"\(String(repeating: "x", count: 400_000))\"},1]".utf8)
        var given = 0
        let source = ByteSource { buffer throws(JSONError) in
            let end = min(given + min(4000, buffer.count), text.count)
            buffer.copyBytes(from: text[given..<end])
            defer { given = end }
            return end - given
        }
        #expect(try MarkerList(source).refused.map(\.code) == [.missingMember, .wrongType])
    }

    @Test("a list of too many values that are no markers is none, and says why its first is not")
    func mostRefused() throws {
        let text = Array("[\(MarkerText.small(0)),7,8,9]".utf8)
        #expect(try MarkerList(text, mostRefused: 3).refused.count == 3)
        let error = #expect(throws: JSONError.self) { try MarkerList(text, mostRefused: 2) }
        #expect(
            error?.code == .wrongType && error?.pointer.description == "/1", "\(String(describing: error))")
    }

    @Test("a file is read through its descriptor")
    func descriptor() throws {
        let many = (0..<5000).map(MarkerText.small).joined(separator: "\n")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        #expect(FileManager.default.createFile(atPath: file, contents: Data(many.utf8)))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let descriptor = open(file, O_RDONLY)
        defer { close(descriptor) }
        let list = try MarkerList(ByteSource(descriptor: descriptor))
        #expect(list.markers.count == 5000)
        #expect(list.markers.last?.place.line == 5000)
        let error = #expect(throws: JSONError.self) { try MarkerList(ByteSource(descriptor: -1)) }
        #expect(error?.found == .status(EBADF))
    }
}
