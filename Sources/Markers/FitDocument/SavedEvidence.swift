/// What a saved fit says of how good its motion is, for those who show it: ``SavedFit`` reads what a plan needs.
public struct SavedEvidence: Sendable {
    /// Why the model was chosen, in words; `nil` where nothing was fitted.
    public let modelReason: String?
    public let rotation: Rotation
    /// How far the middle of the pairs goes; `nil` where nothing was fitted.
    public let shift: Shift?
    /// The largest error that was good enough, in metres.
    public let tolerance: Double?
    /// How good the fit is; `nil` where nothing was fitted.
    public let figures: Figures?
    /// In the order of the document.
    public let pairs: [SavedPair]
    /// What became of points of interest and of check pairs; none where none were given.
    public let points: [SavedPoint]
    public let checks: [SavedCheck]
    /// The motion as 16 numbers, its growth included; `nil` where doubles cannot hold it.
    public let matrix: [Double]?

    /// A turn in degrees.
    public struct Rotation: Hashable, Sendable {
        public let angle, tilt: Double
        public let bound95: Double?
    }

    /// A shift in metres.
    public struct Shift: Hashable, Sendable {
        public let value: SIMD3<Double>
        /// What each part is off by at most in 95 of 100 cases.
        public let bound95: SIMD3<Double>?
    }

    /// Reads a document that ``SavedFit`` accepts.
    public init(_ bytes: [UInt8]) throws(SavedFitError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(bytes) } catch { throw SavedFitError(error) }
        let document = try SavedMembers(value), motion = try document.object("motion")
        modelReason = try motion.text(ifAny: "modelReason")
        let turn = try motion.object("rotationDegrees")
        rotation = Rotation(
            angle: try turn.number("angle"), tilt: try turn.number("tilt"),
            bound95: try turn.number(ifAny: "bound95"))
        shift = try motion.object(ifAny: "shift").map { (shift) throws(SavedFitError) in
            Shift(value: try shift.point("value"), bound95: try shift.point(ifAny: "bound95"))
        }
        tolerance = try document.object("options").number(ifAny: "tolerance")
        figures = try document.optional("evidence").map(Figures.init)
        let selection = try document.optional("selection")
        var reasons: [SavedPair.Name: String] = [:]
        for value in try selection?.elements("rejected") ?? [] {
            let one = try SavedMembers(value)
            reasons[try SavedPair.Name(one)] = try one.text("sentence")
        }
        pairs = try document.elements("pairs").map { (value) throws(SavedFitError) in
            try SavedPair(SavedMembers(value), reasons)
        }
        points = try document.elements(ifAny: "points").map { (value) throws(SavedFitError) in
            try SavedPoint(SavedMembers(value))
        }
        checks = try document.elements(ifAny: "checks").map { (value) throws(SavedFitError) in
            try SavedCheck(SavedMembers(value))
        }
        matrix = try motion.optional("matrix").map { (matrix) throws(SavedFitError) in
            try matrix.numbers("rowMajor", 16)
        }
    }
}

extension SavedMembers {
    /// Members that may be null or not there at all, as in a fit of matrices.
    private func isThere(_ name: String) -> Bool { object[name].map { !$0.isNull } ?? false }

    func number(ifAny name: String) throws(SavedFitError) -> Double? {
        isThere(name) ? try number(name) : nil
    }

    func text(ifAny name: String) throws(SavedFitError) -> String? { isThere(name) ? try text(name) : nil }

    func point(ifAny name: String) throws(SavedFitError) -> SIMD3<Double>? {
        isThere(name) ? try point(name) : nil
    }

    func object(ifAny name: String) throws(SavedFitError) -> SavedMembers? {
        isThere(name) ? try object(name) : nil
    }

    func elements(ifAny name: String) throws(SavedFitError) -> [JSONValue] {
        isThere(name) ? try elements(name) : []
    }

    /// A line or a count.
    func place(_ name: String) throws(SavedFitError) -> Int {
        guard let number = Int(exactly: try number(name)) else {
            throw SavedFitError(.outOfRange, at: try value(name))
        }
        return number
    }
}
