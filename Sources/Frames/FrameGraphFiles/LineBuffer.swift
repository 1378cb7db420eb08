internal import FrameGraph

/// Text that arrives in pieces, as lines.
struct LineBuffer: Sendable {
    let form: PoseTextError.Form
    private var rest: [UInt8] = []
    private var count = 0

    init(_ form: PoseTextError.Form) { self.form = form }

    /// Reads every line that the next piece ends.
    mutating func add(_ piece: [UInt8], to file: inout some LineFile) throws(PoseTextError) {
        var start = piece.startIndex
        while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if rest.isEmpty {
                try take(piece[start..<end], to: &file)
            } else {
                rest += piece[start..<end]
                let whole = rest
                rest.removeAll(keepingCapacity: true)
                try take(whole[...], to: &file)
            }
            start = end + 1
        }
        rest += piece[start...]
        if rest.count > G2OLimit.longestLine { throw tooLong }
    }

    /// Reads a last line that has no end.
    mutating func finish(_ file: inout some LineFile) throws(PoseTextError) {
        if !rest.isEmpty { try take(rest[...], to: &file) }
        rest = []
    }

    private mutating func take(
        _ text: ArraySlice<UInt8>, to file: inout some LineFile
    ) throws(PoseTextError) {
        if text.count > G2OLimit.longestLine { throw tooLong }
        count += 1
        if let line = try PoseLine(text, count, form) { try file.read(line) }
    }

    private var tooLong: PoseTextError {
        PoseTextError(line: count + 1, fault: .longLine(limit: G2OLimit.longestLine), form: form)
    }
}

/// A file that is read line by line.
protocol LineFile {
    mutating func read(_ line: PoseLine) throws(PoseTextError)
}

/// The words of a line, at least one.
struct PoseLine {
    let words: [String]
    let number: Int
    private let form: PoseTextError.Form

    /// `nil` of blanks and comments.
    init?(_ text: ArraySlice<UInt8>, _ number: Int, _ form: PoseTextError.Form) throws(PoseTextError) {
        self.number = number
        self.form = form
        words = text.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map {
            String(decoding: $0, as: UTF8.self)
        }
        // Plain text with tabs, as far as its bytes show.
        guard text.allSatisfy({ $0 >= 0x20 && $0 <= 0x7E || $0 == 0x09 || $0 == 0x0D }) else {
            throw error(.binary)
        }
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
    }

    func error(_ fault: PoseTextError.Fault) -> PoseTextError {
        PoseTextError(line: number, fault: fault, form: form)
    }

    /// Finite numbers of decimal digits: the library also reads hexadecimal numbers and words.
    func numbers(_ places: Range<Int>) throws(PoseTextError) -> [Double] {
        var numbers: [Double] = []
        for word in words[places] {
            guard word.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(word),
                number.isFinite
            else { throw error(.badNumber(word)) }
            numbers.append(number)
        }
        return numbers
    }

    /// How far the length of the quaternion in x y z qx qy qz qw is from one, within the limit.
    func correction(ofPose numbers: ArraySlice<Double>) throws(PoseTextError) -> Double {
        let far = numbers.prefix(3).map(\.magnitude).max() ?? 0
        guard far <= PoseGraph.largestTranslation else { throw error(.outOfRange(metres: far)) }
        let length = numbers.dropFirst(3).reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0 else { throw error(.zeroQuaternion) }
        guard (length - 1).magnitude <= G2OLimit.quaternionLength else {
            throw error(.notUnit(length: length))
        }
        return (length - 1).magnitude
    }
}
