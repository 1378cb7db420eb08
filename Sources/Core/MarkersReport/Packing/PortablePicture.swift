/// A picture as a PNG file (ISO/IEC 15948), which every browser and reader of pictures opens.
///
/// Equal pixels give equal bytes.
package struct PortablePicture {
    package enum Pixels {
        /// Red, green and blue, a byte each, as 0xRRGGBB; one number for each pixel.
        case colors([UInt32])
        /// One number of 16 bits for each pixel, greater where it is brighter.
        case greys([UInt16])
    }

    package let bytes: [UInt8]

    /// Packs the pixels, row by row from the top left.
    ///
    /// - Parameters:
    ///   - width: The columns of the picture, at least one.
    ///   - height: Its rows, at least one; the pixels are so many times the columns.
    package init(width: Int, height: Int, _ pixels: Pixels) {
        let depth: UInt8, kind: UInt8, length: Int, data: [UInt8]
        switch pixels {
        case .colors(let colors):
            precondition(colors.count == width * height, "a colour for each pixel")
            (depth, kind, length) = (8, 2, 3)
            data = PortablePicture.rows(width, height, length) { place, rows in
                rows.append(UInt8(truncatingIfNeeded: colors[place] >> 16))
                rows.append(UInt8(truncatingIfNeeded: colors[place] >> 8))
                rows.append(UInt8(truncatingIfNeeded: colors[place]))
            }
        case .greys(let greys):
            precondition(greys.count == width * height, "a number for each pixel")
            (depth, kind, length) = (16, 0, 2)
            data = PortablePicture.rows(width, height, length) { place, rows in
                rows.append(UInt8(truncatingIfNeeded: greys[place] >> 8))
                rows.append(UInt8(truncatingIfNeeded: greys[place]))
            }
        }
        let head = PortablePicture.number(width) + PortablePicture.number(height) + [depth, kind, 0, 0, 0]
        bytes =
            PortablePicture.signature + PortablePicture.chunk("IHDR", head)
            + PortablePicture.chunk("IDAT", PackedBytes.zlib(data)) + PortablePicture.chunk("IEND", [])
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// Each row as its difference from the one above, most of which are zero in maps.
    private static let up: UInt8 = 2

    private static func rows(
        _ width: Int, _ height: Int, _ length: Int, _ add: (Int, inout [UInt8]) -> Void
    ) -> [UInt8] {
        var data: [UInt8] = [], row: [UInt8] = []
        var above = [UInt8](repeating: 0, count: width * length)
        data.reserveCapacity((width * length + 1) * height)
        for line in 0..<height {
            row.removeAll(keepingCapacity: true)
            for place in (line * width)..<((line + 1) * width) { add(place, &row) }
            data.append(up)
            for place in row.indices { data.append(row[place] &- above[place]) }
            swap(&row, &above)
        }
        return data
    }

    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(kind.utf8) + data
        return number(data.count) + named + number(Int(StoredArchive.checksum(of: named)))
    }

    /// Four bytes, the greatest first.
    private static func number(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
