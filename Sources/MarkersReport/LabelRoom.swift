/// Where there is still room for labels in a drawing: none ever covers another, or a mark.
struct LabelRoom {
    private var taken: [PaperBox]
    private let limits: PaperBox
    static let size = 11.0

    init(marks: [PaperBox], within limits: PaperBox) { (taken, self.limits) = (marks, limits) }

    /// A place for a text beside a point, as the left end of its base line; `nil` where there is no room.
    mutating func place(_ text: String, beside mark: PaperBox) -> SIMD2<Double>? {
        let width = Double(text.unicodeScalars.count) * 6.3 + 2, height = LabelRoom.size + 1
        let middle = (mark.low + mark.high) / 2
        let places = [
            SIMD2(mark.high.x + 4, middle.y - height / 2),
            SIMD2(mark.low.x - 4 - width, middle.y - height / 2),
            SIMD2(middle.x - width / 2, mark.low.y - 3 - height),
            SIMD2(middle.x - width / 2, mark.high.y + 3),
            SIMD2(mark.high.x + 3, mark.low.y - 2 - height), SIMD2(mark.high.x + 3, mark.high.y + 2),
            SIMD2(mark.low.x - 3 - width, mark.low.y - 2 - height),
            SIMD2(mark.low.x - 3 - width, mark.high.y + 2),
        ]
        for place in places {
            let box = PaperBox(low: place, high: place + SIMD2(width, height))
            guard box.low.x >= limits.low.x, box.high.x <= limits.high.x, box.low.y >= limits.low.y,
                box.high.y <= limits.high.y, !taken.contains(where: box.meets)
            else { continue }
            taken.append(box)
            return SIMD2(place.x + 1, place.y + height - 3)
        }
        return nil
    }
}
