internal import HTTPServer
internal import Markers
internal import QuadGeometry

extension Sandbox {
    func listMarkers(_ call: Call) throws(Problem) -> OutgoingResponse {
        let texts = try markerTexts(of: call.identifier("work_session_id"))
        return answer(.marker, texts, call, "\(Route.base)/markers")
    }

    func createMarker(_ call: Call) throws(Problem) -> OutgoingResponse {
        let session = try owner(.workSession, "work_session_id", in: call.body)
        return answer(201, try makeMarker(call.body, session: session, call))
    }

    /// Makes all or none: one that fails undoes the transaction of the others.
    func createMarkers(_ call: Call) throws(Problem) -> OutgoingResponse {
        var made: [[UInt8]] = []
        for value in call.body["markers"]?.elements ?? [] {
            let body = Document(value)
            let session = try owner(.workSession, "work_session_id", in: body)
            made.append(try makeMarker(body, session: session, call).text)
        }
        return OutgoingResponse(201, json: joined(made))
    }

    func makeMarker(_ body: Document, session: String, _ call: Call) throws(Problem) -> Document {
        try make(.marker, body, owner: session, call) { marker throws(Problem) in
            if body["calibrated_data"].map(\.isNull) ?? true {
                try calibrate(&marker)
            } else {
                complete(&marker)
            }
        }
    }

    /// The markers to show: where a fault asks for that, in the state before their last change, or those of another session.
    func markerTexts(of session: String?) throws(Problem) -> [[UInt8]] {
        switch showing {
        case .previous:
            let previous = try store.previousTexts(.marker, of: session)
            hasShownOtherwise = previous.contains { $0.isPrevious }
            return previous.map(\.text)
        case .foreign:
            for other in try store.documents(.workSession).compactMap({ $0.string("id") })
            where session != nil && other != session {
                let texts = try store.texts(.marker, of: other)
                guard texts.isEmpty else {
                    hasShownOtherwise = true
                    return texts
                }
            }
        case .present, .someOnly: break
        }
        return try store.texts(.marker, of: session)
    }

    func getMarker(_ call: Call) throws(Problem) -> OutgoingResponse {
        guard showing == .previous,
            let previous = try store.text(.marker, call.parameters[0], previous: true)
        else { return try answer(.marker, call.parameters[0]) }
        hasShownOtherwise = true
        return OutgoingResponse(200, json: shown(previous))
    }

    func updateMarker(_ call: Call) throws(Problem) -> OutgoingResponse {
        var body = call.body
        let takesCalibrated = try takesCalibrated(body)
        if !takesCalibrated, !has(.clearNull) { body.removeAll { $0.name == "calibrated_data" } }
        let moves = body.members.contains {
            MarkerText.places.contains($0.name) && $0.json != Document.null
        }
        if body["work_session_id"].map({ !$0.isNull }) ?? false {
            _ = try owner(.workSession, "work_session_id", in: body)
        }
        let marker = try change(.marker, call, body) { marker throws(Problem) in
            if moves {
                if !has(.keepDetails) { marker.set("details", Document.null) }
                if !takesCalibrated, !has(.keepCalibrated) { try calibrate(&marker) }
            }
            if takesCalibrated { complete(&marker) }
        }
        return answer(200, marker)
    }

    func deleteMarker(_ call: Call) throws(Problem) -> OutgoingResponse {
        try remove(.marker, call.parameters[0], call)
        return OutgoingResponse(204)
    }

    /// Whether an update brings calibrated corners that count; some servers refuse any.
    private func takesCalibrated(_ body: Document) throws(Problem) -> Bool {
        guard let data = body["calibrated_data"], !data.isNull else { return false }
        if has(.refuseCalibrated) {
            throw Problem(422, "calibrated_data is made by the server", at: "/calibrated_data")
        }
        return !has(.ignoreCalibrated)
    }

    /// Computes the calibrated corners from the raw ones; none where the space has no vector.
    func calibrate(_ marker: inout Document) throws(Problem) {
        guard let shift = try shift(of: marker.string("work_session_id") ?? ""), let quad = marker.quad else {
            return marker.set("calibrated_data", Document.null)
        }
        let corners = quad.corners.map { $0 + shift }
        var json = JSONWriter()
        CalibratedData(Quad(corners[0], corners[1], corners[2], corners[3])).write(to: &json)
        marker.set("calibrated_data", json.bytes)
    }

    /// Adds the center to calibrated corners without one; all else stays as it was written.
    private func complete(_ marker: inout Document) {
        guard let value = marker["calibrated_data"], value["center"].map(\.isNull) ?? true,
            let data = try? CalibratedData(value)
        else { return }
        var json = JSONWriter()
        data.write(to: &json)
        marker.set("calibrated_data", json.bytes)
    }

    /// The offset that the space of a session adds to raw points; nil where it has no vector.
    private func shift(of session: String) throws(Problem) -> SIMD3<Double>? {
        if let known = shifts[session] { return known }
        let space = try store.document(.workSession, session).string("space_id") ?? ""
        let value = try store.document(.space, space)["calibration_vector"]
        let vector = (try? CalibrationVector(value)) ?? nil
        let calibration = SpaceCalibration(vector, sign: has(.subtractVector) ? .subtracted : .added)
        let shift = vector.map { _ in calibration.shift }
        shifts[session] = .some(shift)
        return shift
    }
}

/// The members of a marker that say where it is.
enum MarkerText {
    static let corners = ["p1", "p2", "p3", "p4"]
    static let places = corners + ["work_session_id"]
}

extension Document {
    /// The corners of a marker; nil where one is not three numbers.
    var quad: Quad? {
        var quad = Quad(.zero, .zero, .zero, .zero)
        for (corner, name) in MarkerText.corners.enumerated() {
            guard let numbers = self[name]?.elements.compactMap(\.double), numbers.count == 3 else {
                return nil
            }
            quad[corner: corner] = SIMD3(numbers[0], numbers[1], numbers[2])
        }
        return quad
    }
}
