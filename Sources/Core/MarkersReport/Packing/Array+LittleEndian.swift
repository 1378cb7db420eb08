extension Array<UInt8> {
    /// Appends the bytes of a number, the least first.
    mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends the three coordinates of a point.
    mutating func append(littleEndian point: SIMD3<Float>) {
        for place in 0..<3 { append(littleEndian: point[place].bitPattern) }
    }
}
