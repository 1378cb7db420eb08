/// Colours for markers that are easily told apart from the ones before, each only once.
struct MarkerColors {
    /// The colour of pixels that show none.
    static let nothing: UInt32 = 0

    private var used: Set<UInt32> = [nothing]
    private var count = 0

    /// The next colour, as 0xRRGGBB.
    mutating func next() -> UInt32 {
        // Hues a golden section of the circle apart never come near each other soon.
        let hue = (Double(count) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1) * 6
        let light = [230.0, 170, 255][count % 3], dark = [60.0, 20, 130][count / 3 % 3]
        let channels = [5.0, 3, 1].map { shift -> UInt32 in
            let place = (hue + shift).truncatingRemainder(dividingBy: 6)
            let share = max(0, min(place, 4 - place, 1))
            return UInt32((light - (light - dark) * share).rounded())
        }
        count += 1
        var color = channels[0] << 16 | channels[1] << 8 | channels[2]
        while !used.insert(color).inserted { color = (color + 1) & 0xff_ffff }
        return color
    }
}
