/// The eigenvalues of a symmetric matrix of any size, by Householder's reflections and implicit steps of QL.
struct SymmetricSpectrum {
    /// In no order.
    private(set) var values: [Double]

    /// - Parameter matrix: Its rows, one after the other.
    init(_ matrix: [Double], size: Int) {
        var rows = (0..<size).map { Array(matrix[($0 * size)..<(($0 + 1) * size)]) }
        values = [Double](repeating: 0, count: size)
        var beside = [Double](repeating: 0, count: size)
        for last in stride(from: size - 1, to: 0, by: -1) {
            values[last] = rows[last][last]
            let length = rows[last][..<last].reduce(0) { $0 + $1 * $1 }.squareRoot()
            let corner = rows[last][last - 1]
            beside[last] = corner < 0 ? length : -length
            guard last > 1, length > 0 else {
                if last == 1 { beside[last] = corner }
                continue
            }
            var mirror = Array(rows[last][..<last])
            mirror[last - 1] -= beside[last]
            let square = mirror.reduce(0) { $0 + $1 * $1 }
            guard square > 0 else { continue }
            // The rest, reflected from both sides: A - u qᵀ - q uᵀ.
            var image = (0..<last).map { row in
                (0..<last).reduce(0) { $0 + rows[row][$1] * mirror[$1] } * (2 / square)
            }
            let share = zip(image, mirror).reduce(0) { $0 + $1.0 * $1.1 } / square
            for place in 0..<last { image[place] -= share * mirror[place] }
            for row in 0..<last {
                for column in 0..<last {
                    rows[row][column] -= mirror[row] * image[column] + image[row] * mirror[column]
                }
            }
        }
        if size > 0 { values[0] = rows[0][0] }
        beside.removeFirst(min(1, size))
        beside.append(0)
        for place in 0..<size { settle(place, &beside) }
    }

    /// Steps until an eigenvalue stands alone.
    private mutating func settle(_ first: Int, _ beside: inout [Double]) {
        for _ in 0..<SymmetricSpectrum.mostSteps {
            var end = first
            while end < values.count - 1 {
                let scale = values[end].magnitude + values[end + 1].magnitude
                if beside[end].magnitude <= SymmetricSpectrum.rounding * scale { break }
                end += 1
            }
            guard end > first else { return }
            let half = (values[first + 1] - values[first]) / (2 * beside[first])
            let root = (half * half + 1).squareRoot()
            var g = values[end] - values[first] + beside[first] / (half + (half < 0 ? -root : root))
            var sine = 1.0, cosine = 1.0, p = 0.0
            var place = end - 1
            while place >= first {
                let f = sine * beside[place], b = cosine * beside[place]
                let length = (f * f + g * g).squareRoot()
                beside[place + 1] = length
                guard length > 0 else {
                    values[place + 1] -= p
                    beside[end] = 0
                    break
                }
                (sine, cosine) = (f / length, g / length)
                g = values[place + 1] - p
                let turn = (values[place] - g) * sine + 2 * cosine * b
                p = sine * turn
                values[place + 1] = g + p
                g = cosine * turn - b
                place -= 1
            }
            guard place < first else { continue }
            values[first] -= p
            beside[first] = g
            beside[end] = 0
        }
    }

    private static let mostSteps = 60
    private static let rounding = 0x1p-52
}
