/// The room left for labels in a drawing: none ever covers another, or a mark.
package struct LabelRoom {
    private var taken: [PaperBox]
    private let limits: PaperBox
    static let size = 11.0

    package init(marks: [PaperBox], within limits: PaperBox) { (taken, self.limits) = (marks, limits) }

    /// The greatest width of a text: letters of other scripts may be as wide as they are high.
    private static func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(2) { sum, letter in
            sum + (letter.isASCII ? "MWmw@".unicodeScalars.contains(letter) ? 11 : 7.2 : 12)
        }
    }

    /// A text cut to a width, with an ellipsis if some of it is missing.
    static func shortened(_ text: String, to room: Double) -> String {
        guard width(text) > room else { return text }
        var shown = text
        while !shown.isEmpty, width(shown + "…") > room { shown.removeLast() }
        return shown + "…"
    }

    /// A place for a text beside a point, as the left end of its base line; `nil` if there is no room.
    package mutating func place(_ text: String, beside mark: PaperBox) -> SIMD2<Double>? {
        let width = LabelRoom.width(text), height = LabelRoom.size + 3
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
            return SIMD2(place.x + 1, place.y + height - 4)
        }
        return nil
    }
}
