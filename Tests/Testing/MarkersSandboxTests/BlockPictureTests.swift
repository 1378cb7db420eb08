import DemoScenes
import HTTPServer
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("The picture of the phone")
struct BlockPictureTests {
    /// The segments of a JPEG file by their markers, and the scan without its stuffed zeros.
    private func parts(_ bytes: [UInt8]) -> (
        segments: [(marker: UInt8, content: ArraySlice<UInt8>)], scan: [UInt8]
    ) {
        var segments: [(marker: UInt8, content: ArraySlice<UInt8>)] = [], place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xff {
            let marker = bytes[place + 1], length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            segments.append((marker, bytes[place + 4..<place + 2 + length]))
            place += 2 + length
            if marker == 0xda { break }
        }
        var scan: [UInt8] = []
        while place < bytes.count - 2 {
            scan.append(bytes[place])
            place += bytes[place] == 0xff ? 2 : 1
        }
        return (segments, scan)
    }

    /// The differences of means that the codes of a scan stand for, read by the table of the file itself.
    private func differences(_ scan: [UInt8], _ table: ArraySlice<UInt8>, count: Int) throws -> [Int] {
        let lengths = table.dropFirst().prefix(16), values = Array(table.dropFirst(17))
        var bits = scan.flatMap { byte in (0..<8).map { Int(byte >> (7 - $0)) & 1 } }[...]
        func number(_ length: Int) -> Int {
            (0..<length).reduce(0) { sum, _ in sum << 1 | (bits.popFirst() ?? 0) }
        }
        return try (0..<count).map { _ in
            var code = 0, first = 0, index = 0, size: Int?
            for length in lengths where size == nil {
                (code, first) = (code << 1 | number(1), first << 1)
                if code - first < Int(length) { size = Int(values[index + code - first]) }
                (first, index) = (first + Int(length), index + Int(length))
            }
            let wide = try #require(size), raw = number(wide)
            #expect(number(1) == 0, "the block does not end after its mean")
            return wide > 0 && raw < 1 << (wide - 1) ? raw - (1 << wide) + 1 : raw
        }
    }

    @Test("is a baseline JPEG of its size that has every block's colour", arguments: Seeds.few)
    func colours(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var picture = BlockPicture(columns: 7, rows: 5, of: .init(red: 0, green: 0, blue: 0))
        for place in picture.colours.indices {
            func byte() -> Int {
                Bool.random(using: &generator) ? .random(in: 0...255, using: &generator) : 255
            }
            picture.colours[place] = .init(red: byte(), green: byte(), blue: byte())
        }
        let bytes = picture.jpeg()
        #expect(bytes.starts(with: [0xff, 0xd8, 0xff]) && bytes.suffix(2) == [0xff, 0xd9])
        let (segments, scan) = parts(bytes)
        #expect(segments.map(\.marker) == [0xe0, 0xdb, 0xc0, 0xc4, 0xc4, 0xda])
        #expect(Array(segments[2].content.prefix(6)) == [8, 0, 80, 0, 112, 3])
        let all = try differences(scan, segments[3].content, count: 6 * picture.colours.count)
        var last = [128, 128, 128]
        for (place, colour) in picture.colours.enumerated() {
            let six = all[6 * place..<6 * place + 6].map { $0 }
            #expect(six[1] == 0 && six[2] == 0 && six[3] == 0)
            last = zip(last, [six[0], six[4], six[5]]).map { $0 + $1 }
            #expect(last == [Int(colour.luma), Int(colour.blue), Int(colour.red)])
        }
    }

    @Test("shows the latest frame")
    func latest() throws {
        let scene = try PhoneScene(.wall)
        let first = try scene.ask(.post, "/capture")
        #expect(first.status == 200 && first.fields["content-type"] == "image/jpeg")
        _ = try scene.detect()
        #expect(try scene.ask(.post, "/capture").body == first.body)
        _ = try scene.detect()
        #expect(try scene.ask(.post, "/capture").body != first.body)
        let wall = DemoWall(seed: 1)
        let expected = PhonePicture.blocks(of: PhoneView(wall.frame(0), of: wall))
        #expect(expected.jpeg() == first.body && expected.columns == 80 && expected.rows == 45)
        // Every object is there, in its colour.
        for seen in wall.frame(0).sightings {
            let place = Int(seen.centerY) / 16 * 80 + Int(seen.centerX) / 16
            #expect(expected.colours[place] != expected.colours[0])
        }
    }
}
