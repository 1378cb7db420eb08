import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite("Matrices as files have them")
struct MatrixReaderTests {
    private static func read(_ text: String, _ layout: MatrixLayout? = nil) throws -> RigidMatrix {
        try MatrixReader.matrix(Array(text.utf8), layout: layout)
    }

    private static let some =
        RigidTransform(
            rotation: Rotation(rotationVector: SIMD3(0.3, -1, 0.2)) ?? .identity,
            translation: SIMD3(1, -2, 3.5))
        ?? .identity

    /// The numbers in every way they may be written.
    private static func forms(_ numbers: [Double]) -> [String] {
        let rows = (0..<4).map { row in numbers[4 * row..<4 * row + 4].map { "\($0)" } }
        return [
            "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]",
            "[" + rows.map { "[" + $0.joined(separator: ", ") + "]" }.joined(separator: ",\n ") + "]\n",
            "{\"matrix\":[" + rows.map { "[" + $0.joined(separator: ",") + "]" }.joined(separator: ",")
                + "],\"translation\":[1,2,3]}",
            rows.map { $0.joined(separator: " ") }.joined(separator: "\n") + "\n",
            numbers.map { "\($0)" }.joined(separator: " "),
            "\u{feff}" + rows.map { $0.joined(separator: ";\t") }.joined(separator: " \r\n"),
        ]
    }

    @Test("both layouts are read from every form, stated or seen")
    func layouts() throws {
        for text in Self.forms(Self.some.rowMajor) {
            for stated in [MatrixLayout.rows, nil] {
                let matrix = try Self.read(text, stated)
                #expect(matrix.transform == Self.some && matrix.layout == .rows)
                #expect(matrix.layoutIsStated == (stated != nil) && matrix.correction == 0)
            }
            let error = #expect(throws: MatrixReadError.self) { try Self.read(text, .columns) }
            #expect(error?.code == "LAST_ROW")
        }
        for text in Self.forms(Self.some.columnMajor) {
            let matrix = try Self.read(text)
            #expect(matrix.transform == Self.some && matrix.layout == .columns)
            guard case .lastRow(_, looksTransposed: true) = Self.refusal(text, .rows) else {
                Issue.record("\(text) is read by rows")
                continue
            }
        }
        let named =
            "{\"motion\":1,\"matrix\":{\"columnMajor\":\(Self.forms(Self.some.columnMajor)[0]),\"digits\":15}}"
        #expect(try Self.read(named).layoutIsStated && Self.read(named).transform == Self.some)
        #expect(Self.refusal(named, .rows) == .contradictingLayouts(.columns))
    }

    @Test("a turn alone looks alike in both layouts, so one must be stated")
    func ambiguous() throws {
        let turn = RigidTransform(rotation: Self.some.rotation, translation: .zero) ?? .identity
        let text = Self.forms(turn.rowMajor)[3]
        #expect(Self.refusal(text) == .ambiguousLayout)
        #expect(try Self.read(text, .rows).transform == turn)
        #expect(try Self.read(text, .columns).transform == turn.inverted())
        #expect(try Self.read(Self.forms(RigidTransform.identity.rowMajor)[0]).transform == .identity)
    }

    @Test("the aligner's sample is corrected, and the amount is reported")
    func aligner() throws {
        let matrix = try Self.read(
            """
            {"matrix":[[0.946,-0.023,0.323,0],[0.022,0.999,0.009,0],[-0.323,-0.002,0.946,0],\
            [-0.735,-0.873,-3.287,1]],"rotation_angle_degrees":18.9}
            """)
        #expect(matrix.layout == .columns && matrix.transform.translation == SIMD3(-0.735, -0.873, -3.287))
        #expect((matrix.defect - 1.43e-3).magnitude < 1e-5)
        #expect(matrix.correction > 1e-4 && matrix.correction < 1e-3)
        let rotation = matrix.transform.rotation
        #expect((rotation.angle / QuadLimits.degree - 18.898959).magnitude < 1e-6)
        let axis = try #require(rotation.axis)
        #expect((axis - SIMD3(0.016781, -0.997449, -0.069377)).largestMagnitude < 1e-6)
    }

    @Test("slightly wrong matrices go to the nearest rotation, others are refused", arguments: Seeds.few)
    func correction(seed: UInt64) throws {
        for trial in 0..<500 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let motion = RigidStrategy.random.transform(using: &random)
            var numbers = motion.rowMajor
            let size = [1e-14, 1e-9, 1e-5, 2e-3, 0.1][trial % 5]
            for row in 0..<3 {
                for column in 0..<3 { numbers[4 * row + column] += .random(in: -size...size, using: &random) }
            }
            if trial % 5 == 4 { numbers[0] += 0.5 }
            do throws(MatrixReadError) {
                let matrix = try RigidMatrix(numbers, layout: .rows)
                let back = matrix.transform.rotation
                #expect(trial % 5 < 4 && matrix.defect <= RigidMatrix.largestDefect)
                // The nearest rotation is no farther from the matrix than the one it was made from.
                let difference =
                    zip([back.x, back.y, back.z], [motion.rotation.x, motion.rotation.y, motion.rotation.z])
                    .map { ($0 - $1).length }.max() ?? 0
                #expect(
                    difference <= 6 * size && matrix.correction <= 6 * size, "seed \(seed), trial \(trial)")
                #expect((matrix.correction == 0) == (matrix.defect <= Rotation.orthonormalityLimit))
                #expect(try RigidMatrix(matrix.transform.rowMajor, layout: .rows).correction == 0)
            } catch {
                #expect(trial % 5 == 4, "seed \(seed), trial \(trial): \(error)")
            }
        }
    }

    @Test("mirrors, scales, wrong counts and what is no number are refused with their place")
    func refused() throws {
        var mirror = Self.some.rowMajor
        for row in 0..<3 { mirror[4 * row] *= -1 }
        guard case .mirrored(let determinant) = Self.refusal(Self.forms(mirror)[1]) else {
            Issue.record("a mirror is read")
            return
        }
        #expect((determinant + 1).magnitude < 1e-12)
        let scaled = Self.some.rowMajor.enumerated().map { $0.offset < 12 ? $0.element * 1.02 : $0.element }
        #expect(Self.refusal(Self.forms(scaled)[0])?.code == "NOT_ORTHONORMAL")
        let zero = [Double](repeating: 0, count: 15) + [1]
        #expect(Self.refusal(Self.forms(zero)[0], .rows)?.code == "NOT_ORTHONORMAL")
        let cases: [(String, MatrixReadError)] = [
            ("", .wrongCount(0)), ("1 2 3", .wrongCount(3)), ("[1,2,3]", .wrongCount(3)),
            (String(repeating: "1 ", count: 100), .wrongCount(17)),
            ("[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,1]]", .wrongCount(3)),
            ("1 0 0 0\n0 1 0 zero", .noNumber("zero", line: 2, entry: 7)),
            ("0x1p3", .noNumber("0x1p3", line: 1, entry: 0)), ("1 nan", .nonFinite(entry: 1)),
            ("1;-inf", .nonFinite(entry: 1)), ("[1,1e999]", .nonFinite(entry: 1)),
            (
                Self.forms([Double](repeating: 1, count: 16))[0],
                .lastRow(SIMD4(1, 1, 1, 1), looksTransposed: false)
            ),
        ]
        for (text, error) in cases { #expect(Self.refusal(text) == error, "\(text)") }
        for (text, pointer) in [("{}", "/matrix"), ("[1,\"2\"]", "/1"), ("{\"matrix\":7}", "/matrix")] {
            guard case .noMatrix(let error) = Self.refusal(text) else {
                Issue.record("\(text) is a matrix")
                continue
            }
            #expect(error.pointer == pointer)
        }
        guard case .json(let error) = Self.refusal("[1,\nNaN]") else {
            Issue.record("NaN is JSON")
            return
        }
        #expect(error.line == 2 && error.pointer == "/1")
        #expect(throws: MatrixReadError.nonFinite(entry: 2)) {
            try RigidMatrix([0, 0, .nan] + [Double](repeating: 0, count: 13))
        }
    }

    @Test("two matrices to one model compose to the motion between the scans", arguments: Seeds.few)
    func composition(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let oldFromModel = RigidStrategy.random.transform(using: &random)
            let newFromModel = RigidStrategy.random.transform(using: &random)
            let point = SIMD3<Double>.random(in: -10...10, using: &random)
            let place = newFromModel * point
            for (direction, old, new) in [
                (MatrixDirection.scanFromModel, oldFromModel, newFromModel),
                (.modelFromScan, oldFromModel.inverted(), newFromModel.inverted()),
            ] {
                let newFromOld = direction.newFromOld(old: old, new: new)
                let miss = (newFromOld * (oldFromModel * point) - place).largestMagnitude
                #expect(miss <= 4 * RigidTransform.pointError * 100, "seed \(seed)")
            }
        }
    }

    @Test("no bytes trap", arguments: Seeds.few)
    func garbage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let forms = Self.forms(Self.some.rowMajor).map { Array($0.utf8) }
        for trial in 0..<5000 {
            var bytes = forms[trial % forms.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes = Array(bytes[..<place]) + [0x5b]
                }
            }
            if let matrix = try? MatrixReader.matrix(bytes) {
                #expect(matrix.defect <= RigidMatrix.largestDefect)
            }
        }
    }

    private static func refusal(_ text: String, _ layout: MatrixLayout? = nil) -> MatrixReadError? {
        do throws(MatrixReadError) {
            _ = try MatrixReader.matrix(Array(text.utf8), layout: layout)
            return nil
        } catch {
            return error
        }
    }
}
