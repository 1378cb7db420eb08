package import FrameGraph
package import Markers
package import QuadGeometry

/// A fusion and what is to be said of it, from which the texts for people and for programs are made.
package struct FusionReport: Sendable {
    package let fusion: SessionFusion
    package let keyed: KeyedSessions
    /// The largest acceptable 95 % error of a fused corner, in metres.
    package let tolerance: Double?
    /// The errors of a made-up scene; `nil` where nobody knows them.
    package let truth: FusionTruth?
    /// The noise and the marker error that were stated, in metres a coordinate.
    package let stated: (corner: Double?, marker: Double?)
    /// The deviation of each session's tilt that was stated, in degrees.
    package let tilt: Double?

    package init(
        _ keyed: KeyedSessions, options: FusionOptions, tolerance: Double? = nil, scene: KnownScene? = nil
    ) throws(FusionError) {
        fusion = try SessionFusion(keyed.sessions, options: options)
        (self.keyed, self.tolerance) = (keyed, tolerance)
        (stated, tilt) = ((options.cornerNoise, options.markerNoise), options.tilt)
        truth = scene.map { [fusion] in FusionTruth(fusion, $0) }
    }

    package var undecided: [FusedMarker] { fusion.markers.filter { !$0.undecided.isEmpty } }
    package var carriedOver: [FusedMarker] { fusion.markers.filter(\.isCarriedOver) }
    var disputed: [FusedMarker] { fusion.markers.filter { !$0.leftOut.isEmpty } }

    /// The sightings whose corners are in another order than the marker's, in words.
    private var reordered: [String] {
        fusion.markers.flatMap { marker in
            zip(marker.sessions, marker.orders).filter { $0.1 != .identity }.map { session, order in
                let session = visibleText(session, atMost: FusionReport.longestName)
                return "\(name(marker)) in \(session) (\(order.text))"
            }
        }
    }

    /// The largest 95 % error of a decided corner, in metres, and its marker.
    var worst: (error: Double, marker: FusedMarker)? {
        var worst: (error: Double, marker: FusedMarker)?
        for marker in fusion.markers {
            guard let error = error(of: marker) else { continue }
            if error > worst?.error ?? -1 { worst = (error, marker) }
        }
        return worst
    }

    /// The largest 95 % error of a marker's decided corners, in metres; `nil` where none is decided.
    func error(of marker: FusedMarker) -> Double? {
        (0..<4).filter { !marker.undecided.contains($0) }.map { marker.bound(ofCorner: $0) }.max()
    }

    /// The faults and doubts, the worst first.
    package var remarks: [FrameRemark] {
        var remarks: [FrameRemark] = []
        if let tolerance, let worst, worst.error > tolerance {
            remarks.add(
                "TOLERANCE", .error,
                "The corners of \(name(worst.marker)) may be \(MeasureText.length(worst.error)) off, more than "
                    + "the tolerance of \(MeasureText.length(tolerance)). Add a session that sees it, or tap it again."
            )
        }
        if !undecided.isEmpty {
            remarks.add(
                "UNDECIDED", .warning,
                "Sessions disagree about a corner of \(counted(undecided.count, "marker")), and fewer than "
                    + "\(FusedMarker.majority) agree. Check the markers, or add a session.")
        }
        if let drift = fusion.drifts.max(by: { $0.bend < $1.bend }) {
            let names = fusion.drifts.map(\.session)
            remarks.add(
                "SCAN_DRIFT", .warning,
                "\(counted(names.count, "session")) \(names.count == 1 ? "is" : "are") bent beside the others "
                    + "(\(listed(names) { visibleText($0, atMost: FusionReport.longestName) })), by up to "
                    + "\(MeasureText.length(drift.bend)) over \(MeasureText.length(drift.length)). Errors are told with that; scan "
                    + "in shorter pieces.")
        }
        if !reordered.isEmpty {
            remarks.add(
                "CORNER_ORDER", .info,
                "\(counted(reordered.count, "sighting")) \(reordered.count == 1 ? "begins" : "begin") at another "
                    + "corner or \(reordered.count == 1 ? "runs" : "run") the other way, and \(reordered.count == 1 ? "was" : "were") "
                    + "joined in the right order: \(listed(reordered) { $0 }).")
        }
        let repeated = keyed.leftOut.filter { $0.reason == .repeatedKey }
        if !repeated.isEmpty {
            remarks.add(
                "REPEATED_KEY", .warning,
                "\(counted(repeated.count, "marker")) of which another one in its session has the same "
                    + "\(keyed.key.name) \(repeated.count == 1 ? "takes" : "take") no part. Label them apart."
            )
        }
        return remarks
    }

    /// The worst severity among the remarks; `nil` where there are none.
    package var severity: Severity? { remarks.map(\.severity).max { $0.rank < $1.rank } }

    /// The label of a marker, or its key where it has none; safe for a terminal.
    package func name(_ marker: FusedMarker) -> String {
        let label = keyed.marker(marker, root: fusion.root)?.label.flatMap {
            JoinKey.folded($0) == nil ? nil : $0
        }
        return visibleText(label ?? marker.key, atMost: FusionReport.longestName)
    }

    func name(ofKey key: String) -> String {
        fusion.markers.first { $0.key == key }.map(name) ?? visibleText(key, atMost: FusionReport.longestName)
    }

    private static let longestName = 40
}

extension Severity {
    fileprivate var rank: Int { self == .error ? 2 : self == .warning ? 1 : 0 }
}

extension CornerOrder {
    /// The corners in this order, as in `p2 p3 p4 p1`.
    var text: String { (0..<4).map { "p\(indices[$0] + 1)" }.joined(separator: " ") }
}

/// A made-up scene whose answers are known.
package struct KnownScene: Sendable {
    /// The places of the markers, by key, and the motion that carries them into each session.
    let places: [String: Quad]
    let sessionFromScene: [String: RigidTransform]

    package init(places: [String: Quad], sessionFromScene: [String: RigidTransform]) {
        (self.places, self.sessionFromScene) = (places, sessionFromScene)
    }
}

/// The distances of fused corners from where they are in truth.
package struct FusionTruth: Sendable {
    /// Of all decided corners, in metres.
    package let rms, largest: Double
    /// The corners compared, and those within their own 95 % error.
    package let corners, within: Int

    init(_ fusion: SessionFusion, _ scene: KnownScene) {
        let motion = scene.sessionFromScene[fusion.root] ?? .identity
        var squares = 0.0, largest = 0.0, corners = 0, within = 0
        for marker in fusion.markers {
            guard let place = scene.places[marker.key] else { continue }
            for corner in 0..<4 where !marker.undecided.contains(corner) {
                let miss = (marker.quad[corner: corner] - motion * place[corner: corner]).length
                squares += miss * miss
                largest = Double.maximum(largest, miss)
                corners += 1
                within += miss <= marker.bound(ofCorner: corner) ? 1 : 0
            }
        }
        (self.corners, self.within, self.largest) = (corners, within, largest)
        rms = (squares / Double(max(corners, 1))).squareRoot()
    }
}

/// A sentence about a result, with its code.
package struct FrameRemark: Sendable {
    package let code: String
    package let severity: Severity
    package let sentence: String

    package init(code: String, severity: Severity, sentence: String) {
        (self.code, self.severity, self.sentence) = (code, severity, sentence)
    }
}

extension [FrameRemark] {
    package mutating func add(_ code: String, _ severity: Severity, _ sentence: String) {
        append(FrameRemark(code: code, severity: severity, sentence: sentence))
    }
}

extension FrameRemark: WrittenObject {
    package static let members: [DocumentMember<FrameRemark>] = [
        .always("code", \.code, "A word that never changes meaning."),
        .always("severity", \.level, "How bad it is.", schema: .word(["error", "warning", "info"])),
        .always("sentence", \.sentence, "What it is, and what to do about it."),
    ]

    private var level: String { severity.rawValue }
}

/// Fused markers as a reference set, which sessions are then fitted to.
///
/// Markers with an undecided corner are not in it: what they say there is not to be relied on.
package struct FusedSet {
    private let report: FusionReport

    package init(_ report: FusionReport) { self.report = report }

    package var count: Int { markers.count }

    private var markers: [FusedMarker] { report.fusion.markers.filter(\.undecided.isEmpty) }

    /// One JSON object.
    package var bytes: [UInt8] {
        JSONWriter.object(openDepth: 2, endsLine: true) { json in
            json.member("name", "\(report.fusion.frames.count) sessions, fused")
            json.member("description", "in the frame of \(report.fusion.root)")
            json.array("markers") { json in
                for marker in markers { write(marker, to: &json) }
            }
        }
    }

    private func write(_ marker: FusedMarker, to json: inout JSONWriter) {
        guard let first = report.keyed.marker(marker, root: report.fusion.root) else { return }
        json.object { json in
            json.member("id", first.id.wireText)
            json.member("label", first.label)
            for (place, corner) in marker.quad.corners.enumerated() {
                json.member("p\(place + 1)", corner)
            }
            json.object("custom_props") { json in
                if let anchor = first.anchor { json.member("anchorId", anchor) }
                json.member("sessions", marker.sessions.count)
            }
        }
    }
}
