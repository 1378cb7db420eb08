internal import QuadGeometry

struct TrajectoryReader {
    private let format: TrajectoryFormat
    private var lines: TextLines

    private typealias Words = (line: TextLines.Line, words: [Range<Int>])

    init(_ bytes: [UInt8], _ format: TrajectoryFormat) {
        self.format = format
        lines = TextLines(bytes, format.motionFormat)
    }

    /// Every pose, in the order of the file.
    mutating func entries() throws(ExchangeError) -> [TrajectoryEntry] {
        var entries: [TrajectoryEntry] = []
        // One more than there are, but of COLMAP the last is a name with whatever follows.
        let most = format.fields.count + (format == .colmap ? 0 : 1)
        while let words = lines.nextWords(most: most) {
            guard words.words.count == format.fields.count else {
                throw lines.error(
                    .fieldCount(words.words.count, expected: format.fields.count), words.line)
            }
            switch format {
            case .tum: entries.append(try timed(words))
            case .kitti: entries.append(try numbered(words, entries.count + 1))
            case .colmap:
                entries.append(try image(words))
                try skipPoints()
            }
        }
        return entries
    }

    private func timed(_ words: Words) throws(ExchangeError) -> TrajectoryEntry {
        let head = words.words[0]
        let stamp = try lines.number(head, "t", in: words.line)
        let pose = try pose(words, translation: 1, quaternion: (x: 4, y: 5, z: 6, w: 7))
        return TrajectoryEntry(
            name: try lines.text(head, in: words.line), stamp: stamp, line: words.line.number, pose: pose,
            center: pose.transform.translation, range: words.line.range, head: head, tail: 0..<0)
    }

    private func numbered(_ words: Words, _ number: Int) throws(ExchangeError) -> TrajectoryEntry {
        var numbers: [Double] = []
        for (word, field) in zip(words.words, format.fields) {
            numbers.append(try lines.number(word, field, in: words.line))
        }
        let pose: Pose
        do throws(MatrixReadError) {
            let matrix = try RigidMatrix(numbers + [0, 0, 0, 1], layout: .rows)
            pose = Pose(matrix)
        } catch {
            throw lines.error(.matrix(error), words.line)
        }
        return TrajectoryEntry(
            name: "\(number)", stamp: nil, line: words.line.number, pose: pose,
            center: pose.transform.translation, range: words.line.range, head: 0..<0, tail: 0..<0)
    }

    private func image(_ words: Words) throws(ExchangeError) -> TrajectoryEntry {
        let pose = try pose(words, translation: 5, quaternion: (x: 2, y: 3, z: 4, w: 1))
        for place in [0, 8] { _ = try lines.number(words.words[place], format.fields[place], in: words.line) }
        return TrajectoryEntry(
            name: try lines.text(words.words[9], in: words.line), stamp: nil, line: words.line.number,
            pose: pose, center: pose.transform.inverted().translation, range: words.line.range,
            head: words.words[0], tail: words.words[8].lowerBound..<words.words[9].upperBound)
    }

    private func pose(
        _ words: Words, translation: Int, quaternion: (x: Int, y: Int, z: Int, w: Int)
    ) throws(ExchangeError) -> Pose {
        func number(_ place: Int) throws(ExchangeError) -> Double {
            try lines.coordinate(words.words[place], format.fields[place], in: words.line)
        }
        let t = SIMD3(try number(translation), try number(translation + 1), try number(translation + 2))
        let q = SIMD4(
            try number(quaternion.x), try number(quaternion.y), try number(quaternion.z),
            try number(quaternion.w))
        do throws(ExchangeFault) { return try Pose(quaternionXYZW: q, translation: t) } catch {
            throw lines.error(error, words.line)
        }
    }

    /// Passes over the line of points behind each image, which may be empty; without it the next image would be lost.
    private mutating func skipPoints() throws(ExchangeError) {
        guard let line = lines.next() else { return }
        let words = lines.words(of: line)
        guard words.count.isMultiple(of: 3) else { throw lines.error(.noPoints(words.count), line) }
        for (word, field) in zip(words.suffix(3), ["X", "Y", "POINT3D_ID"]) {
            _ = try lines.number(word, field, in: line)
        }
    }
}

/// A pose of a file, with its name and its place in the world.
public struct TrajectoryEntry: Hashable, Sendable {
    /// The time stamp (TUM), the number from 1 (KITTI) or the image's name (COLMAP).
    public let name: String
    /// In seconds; `nil` if the format has no time.
    public let stamp: Double?
    /// Counted from 1.
    public let line: Int
    /// The transform as it was written: from the body to the world, or for COLMAP from the world to the camera.
    public let pose: Pose
    /// The place of the sensor in the world, in metres.
    public let center: SIMD3<Double>

    /// The bytes of the line without its end, and those that precede and follow the pose in it.
    let range, head, tail: Range<Int>
}
