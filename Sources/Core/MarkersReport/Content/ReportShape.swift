internal import Markers
internal import QuadGeometry

/// The drawing of a marker, or of a pair that belongs to none.
struct ReportShape {
    /// The marker's id, or its name if it has none; the name for people.
    let id, name: String
    /// Four corners, one point, or none to draw; before in the old frame, after in the new one.
    let before, after: [SIMD3<Double>]
    let tone: Tone
    /// The text beside its name.
    private(set) var note: String
    /// Whether the motion leads it to its place, so that the error of the motion is its own: not of markers that stay, nor of
    /// those that the fit rejected.
    private(set) var isPredicted: Bool
    /// The 95 % error of a marker that was shifted on top of the motion, in metres.
    private(set) var shiftedError: Double?
    /// Its place among all shapes of the report, which rows of tables refer to.
    private(set) var number = 0

    enum Tone: String {
        case sound, flagged, resting

        /// The number in the data of the view that can be turned.
        var number: Int {
            switch self {
            case .sound: 0
            case .flagged: 1
            case .resting: 2
            }
        }
    }

    static func numbered(_ shapes: [ReportShape]) -> [ReportShape] {
        shapes.enumerated().map { number, shape in
            var shape = shape
            shape.number = number
            return shape
        }
    }

    var center: SIMD3<Double> { after.reduce(.zero, +) / Double(max(after.count, 1)) }

    init(_ marker: ReportMarker) {
        id = marker.id ?? marker.name
        (name, before, after) = (marker.name, marker.before?.corners ?? [], marker.after?.corners ?? [])
        tone = marker.state.needsAttention ? .flagged : marker.state.isMoved ? .sound : .resting
        note = marker.state.rawValue + (marker.reason.map { ": \($0)" } ?? "")
        isPredicted = marker.state.isMoved || marker.state == .pending
        shiftedError = marker.error95
    }

    /// The shape of a marker that the fit rejected: something else is true of it than the motion.
    func rejected(by distance: Double) -> ReportShape {
        var shape = self
        shape.isPredicted = false
        shape.note += "; the fit rejected it, off by \(ReportText.length(distance))"
        return shape
    }

    /// Takes the pairs of one marker, or a single pair.
    private init(_ name: String, _ pairs: [FitDocument.Pair]) {
        (id, self.name) = (name, name)
        let corners = pairs.sorted { ($0.corner ?? 0) < ($1.corner ?? 0) }
        before = corners.map(\.source)
        after = corners.map { $0.target - $0.left }
        shiftedError = pairs.compactMap(\.error95).max()
        tone = pairs.contains { !$0.follows } ? .flagged : .sound
        let worst =
            pairs.map { $0.shift == nil ? $0.length : ($0.left * $0.left).sum().squareRoot() }.max() ?? 0
        note = (tone == .flagged ? "rejected, " : "") + "off by \(ReportText.length(worst))"
        isPredicted = pairs.contains(where: \.follows)
    }

    /// Pairs by marker if all four corners are there; the others one by one.
    static func all(of pairs: [FitDocument.Pair]) -> [ReportShape] {
        var groups: [String: [FitDocument.Pair]] = [:]
        for pair in pairs { if let group = pair.group { groups[group, default: []].append(pair) } }
        var drawn: Set<String> = []
        return pairs.compactMap { pair in
            guard let group = pair.group, let own = groups[group], Set(own.compactMap(\.corner)).count == 4,
                own.count == 4
            else { return ReportShape(pair.id, [pair]) }
            return drawn.insert(group).inserted ? ReportShape(group, own) : nil
        }
    }
}
