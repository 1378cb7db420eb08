import StrictJSON
import Testing

@testable import MarkersOffline

@Suite("Values that mean the same")
struct MeaningTests {
    @Test(
        "are the same however a server writes them",
        arguments: [
            ("[1,2]", "[1.0, 2e0]", true), ("[1,2]", "[2,1]", false), ("[1,2]", "[1]", false),
            ("[1]", "[1,2]", false), ("[]", "[]", true), ("[]", "{}", false),
            (#"{"a":1,"b":"x"}"#, #"{ "b": "\u0078", "a": 1.0 }"#, true),
            (#"{"a":1}"#, #"{"a":1,"b":2}"#, false), (#"{"a":1,"b":2}"#, #"{"a":1}"#, false),
            (#"{"a":1}"#, #"{"a":2}"#, false), (#"{"a":1}"#, #"{"b":1}"#, false),
            (#""x""#, #""\u0078""#, true), (#""x""#, #""y""#, false), ("true", "false", false),
            ("null", "null", true), ("1", #""1""#, false),
        ])
    func means(one: String, other: String, isSame: Bool) throws {
        #expect(try JSONValue(one).means(JSONValue(other)) == isSame)
        #expect(JSONValue.mean(Array(one.utf8), Array(other.utf8)) == isSame)
    }

    @Test("may be missing on both sides, and are themselves also where they are no JSON")
    func missing() {
        #expect(JSONValue.mean(nil, nil) && !JSONValue.mean(nil, [49]) && !JSONValue.mean([49], nil))
        #expect(JSONValue.mean([91], [91]) && !JSONValue.mean([91], [49]))
    }
}
