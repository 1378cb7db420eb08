internal import QuadGeometry

/// A rigid motion as Helmert steps of PROJ.
///
/// PROJ multiplies the position-vector rotation as Rx(rx) Ry(ry) Rz(rz), and the coordinate-frame rotation is its
/// transpose (docs/source/operations/transformations/helmert.rst of PROJ 9). Without `+exact` it uses 1 + the angles
/// instead, which is no rotation; the nearest one is taken.
enum HelmertPipeline {
    /// Radians of one arc second.
    private static let arcSecond = Double.pi / 648_000

    /// One step, exact and by the position-vector convention.
    static func text(_ motion: RigidTransform) -> String {
        let (first, second, third) = motion.rotation.rows, t = motion.translation
        // Rx Ry Rz has sin(ry) at the upper right. Near a quarter turn rx alone is noise, but rz is what remains after it.
        let cosine = (second.z * second.z + third.z * third.z).squareRoot()
        let (c, s) = cosine > 0 ? (third.z / cosine, -second.z / cosine) : (1, 0)
        let rx = arcTangent(s, c), ry = arcTangent(first.z, cosine)
        let rz = arcTangent(c * second.x + s * third.x, c * second.y + s * third.y)
        let values =
            [("x", t.x), ("y", t.y), ("z", t.z)]
            + [("rx", rx), ("ry", ry), ("rz", rz)].map { ($0, $1 / arcSecond) }
        return "+proj=pipeline +step +proj=helmert +exact +convention=position_vector "
            + values.map { "+\($0)=\($1.shortestText)" }.joined(separator: " ")
    }

    static func pose(_ bytes: [UInt8]) throws(ExchangeError) -> Pose {
        var lines = TextLines(bytes, .proj)
        var steps = [[Parameter]()], isPipeline = false, end = 1
        while let (line, words) = lines.nextWords() {
            end = line.number
            for word in words {
                let text = try lines.text(word, in: line)
                let parameter = Parameter(text.hasPrefix("+") ? text.dropFirst() : text[...], line.number)
                switch (parameter.name, parameter.value) {
                case ("step", nil):
                    // Few are left of what is copied into every step.
                    if steps.count == 1 { try HelmertStep.require(steps[0]) }
                    steps.append(steps[0])
                case ("proj", "pipeline") where steps.count == 1 && !isPipeline: isPipeline = true
                case ("proj", let name) where name != "helmert":
                    throw failure(.notHelmert(name ?? ""), line.number)
                default: steps[steps.count - 1].append(parameter)
                }
            }
        }
        guard isPipeline || steps.count == 1 else { throw failure(.missing("+proj=pipeline"), 1) }
        if isPipeline {
            // What precedes the first step holds for all of them, but an inverse for the whole.
            if let inverse = steps[0].first(where: { $0.name == "inv" }) {
                throw failure(.unknownParameter("+inv"), inverse.line)
            }
            steps.removeFirst()
        }
        guard steps.contains(where: { !$0.isEmpty }) else { throw failure(.empty, 1) }
        var motion = RigidTransform.identity, correction = 0.0
        for step in steps {
            let pose = try HelmertStep(step, end: end).pose
            motion = pose.transform * motion
            correction = Double.maximum(correction, pose.correction)
        }
        // The product of very many rotations is no rotation any more.
        do throws(MatrixReadError) {
            let product = try RigidMatrix(motion.rowMajor, layout: .rows)
            return Pose(
                product.transform, correction: Double.maximum(correction, product.correction))
        } catch {
            throw failure(.matrix(error), end)
        }
    }

    fileprivate static func failure(_ fault: ExchangeFault, _ line: Int) -> ExchangeError {
        ExchangeError(fault, line: line, format: .proj)
    }

    fileprivate struct Parameter {
        let name: String
        let value: String?
        let line: Int

        init(_ text: Substring, _ line: Int) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            (name, value, self.line) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil, line)
        }
    }

    private struct HelmertStep {
        private var parameters: [String: Parameter] = [:]
        private let end: Int

        private static let lengths = ["x", "y", "z"], angles = ["rx", "ry", "rz"]
        private static let known = Set(["proj", "convention", "exact", "inv", "s"] + lengths + angles)

        init(_ step: [Parameter], end: Int) throws(ExchangeError) {
            self.end = end
            try HelmertStep.require(step)
            for one in step { parameters[one.name] = one }
            guard parameters["proj"] != nil else { throw failure(.missing("+proj=helmert"), end) }
        }

        /// Refuses parameters that are not known, or that appear twice.
        static func require(_ parameters: [Parameter]) throws(ExchangeError) {
            var met: Set<String> = []
            for one in parameters {
                guard known.contains(one.name) else {
                    throw failure(.unknownParameter("+\(one.name)"), one.line)
                }
                guard met.insert(one.name).inserted else {
                    throw failure(.repeatedParameter("+\(one.name)"), one.line)
                }
            }
        }

        var pose: Pose {
            get throws(ExchangeError) {
                let scale = try number("s")
                guard scale == 0 else { throw failure(.scaled(scale), parameters["s"]?.line ?? end) }
                let t = SIMD3(try number("x"), try number("y"), try number("z"))
                let r = SIMD3(try number("rx"), try number("ry"), try number("rz")) * arcSecond
                var pose = try turned(r, isTransposed: isTransposed(r), t)
                if parameters["inv"] != nil {
                    pose = Pose(pose.transform.inverted(), correction: pose.correction)
                }
                return pose
            }
        }

        /// True for the coordinate-frame convention.
        private func isTransposed(_ angles: SIMD3<Double>) throws(ExchangeError) -> Bool {
            let words = "position_vector or coordinate_frame"
            switch parameters["convention"] {
            case let stated? where stated.value == "position_vector": return false
            case let stated? where stated.value == "coordinate_frame": return true
            case let stated?:
                throw failure(
                    .badValue(stated.value ?? "", of: "+convention", expected: words), stated.line)
            case nil:
                guard HelmertStep.angles.allSatisfy({ parameters[$0] == nil }) else {
                    throw failure(.missingConvention, end)
                }
                return false
            }
        }

        private func turned(
            _ angles: SIMD3<Double>, isTransposed: Bool, _ translation: SIMD3<Double>
        ) throws(ExchangeError) -> Pose {
            let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
            if parameters["exact"] != nil {
                let axes = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
                let turns = (0..<3).map { Rotation(angle: angles[$0], axis: axes[$0]) ?? .identity }
                let turn = turns[0] * turns[1] * turns[2]
                columns = isTransposed ? turn.rows : (turn.x, turn.y, turn.z)
            } else {
                let a = isTransposed ? -angles : angles
                columns = (SIMD3(1, a.z, -a.y), SIMD3(-a.z, 1, a.x), SIMD3(a.y, -a.x, 1))
            }
            let (x, y, z) = columns, t = translation
            do throws(MatrixReadError) {
                let numbers = [x.x, y.x, z.x, t.x, x.y, y.y, z.y, t.y, x.z, y.z, z.z, t.z, 0, 0, 0, 1]
                let matrix = try RigidMatrix(numbers, layout: .rows)
                return Pose(matrix)
            } catch {
                throw failure(.matrix(error), parameters["proj"]?.line ?? end)
            }
        }

        private func number(_ name: String) throws(ExchangeError) -> Double {
            guard let parameter = parameters[name] else { return 0 }
            let text = parameter.value ?? ""
            guard case .number(let value) = NumberText(text), value.isFinite else {
                throw failure(
                    .badValue(text, of: "+\(name)", expected: "a finite number"), parameter.line)
            }
            return value
        }
    }
}
