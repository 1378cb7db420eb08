/// The picture that the phone takes: a wall, and every object as a box of its colour with a darker edge.
enum PhonePicture {
    /// The size that the documents name.
    private static let (width, height) = (1280, 720)
    private static let wall = [
        BlockPicture.Colour(red: 196, green: 190, blue: 178),
        BlockPicture.Colour(red: 186, green: 180, blue: 168),
    ]
    private static let colours: [String: (red: Int, green: Int, blue: Int)] = [
        "red": (208, 48, 40), "green": (48, 152, 64), "blue": (40, 88, 200), "white": (248, 248, 248),
        "black": (32, 32, 36), "grey": (120, 124, 128),
    ]

    static func blocks(of view: PhoneView) -> BlockPicture {
        let side = BlockPicture.block
        var picture = BlockPicture(columns: width / side, rows: height / side, of: wall[0])
        for place in picture.colours.indices {
            let (row, column) = place.quotientAndRemainder(dividingBy: picture.columns)
            picture.colours[place] = wall[(row / 3 + column / 3) % 2]
        }
        for seen in view.sightings {
            let columns = covered(seen.centerX, seen.width, of: picture.columns)
            let rows = covered(seen.centerY, seen.height, of: picture.rows)
            let colour = colours[seen.label] ?? (200, 120, 200)
            for row in rows {
                for column in columns {
                    let isEdge =
                        row == rows.lowerBound || row == rows.upperBound - 1 || column == columns.lowerBound
                        || column == columns.upperBound - 1
                    let share = isEdge ? 6 : 10
                    picture.colours[row * picture.columns + column] = BlockPicture.Colour(
                        red: colour.red * share / 10, green: colour.green * share / 10,
                        blue: colour.blue * share / 10)
                }
            }
        }
        return picture
    }

    /// The blocks whose middle lies in a range of pixels.
    private static func covered(_ center: Double, _ size: Double, of count: Int) -> Range<Int> {
        let side = Double(BlockPicture.block)
        func block(_ pixel: Double) -> Int {
            Int(Double.maximum(0, Double.minimum(Double(count), (pixel / side).rounded())))
        }
        let first = block(center - size / 2)
        return first..<max(first, block(center + size / 2))
    }
}
