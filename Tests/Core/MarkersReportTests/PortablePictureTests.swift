import TestSupport
import Testing

@testable import MarkersReport

@Suite("Pictures")
struct PortablePictureTests {
    @Test("are the bytes that the specification has for them, sums included")
    func bytes() {
        let red = PortablePicture(width: 1, height: 1, .colors([0xff0000])).bytes
        // The head of the file, then one row: filter 2, and the three bytes.
        let head: [UInt8] = [
            0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
            0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde,
        ]
        #expect(red.prefix(head.count) == head[...])
        #expect(red.suffix(12) == [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
        // Adler-32 of 2, 255, 0, 0.
        #expect(red.dropLast(16).suffix(4) == [0x03, 0x09, 0x01, 0x02])
    }

    @Test("are read as a picture of their size by the reader of logos, which follows every chunk's sum")
    func readBack() throws {
        for (width, height) in [(1, 1), (7, 3), (640, 2)] {
            let greys = (0..<(width * height)).map { UInt16(truncatingIfNeeded: $0 &* 257) }
            let logo = try ReportLogo(PortablePicture(width: width, height: height, .greys(greys)).bytes)
            #expect(logo.kind == "image/png" && logo.width == width && logo.height == height)
        }
    }

    @Test("of large areas are small: rows that repeat take next to nothing")
    func small() {
        let flat = PortablePicture(
            width: 800, height: 600, .colors([UInt32](repeating: 0x336699, count: 480_000)))
        #expect(flat.bytes.count < 6_000)
    }
}
