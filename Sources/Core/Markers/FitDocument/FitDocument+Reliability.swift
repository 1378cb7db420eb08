internal import QuadGeometry
package import RigidCalibration
internal import StrictJSON

extension FitDocument {
    /// What could hide in a fit: see `FitReliability`. Lengths are in metres.
    package struct Reliability: Hashable, Sendable {
        /// The share of sound markers that a test calls wrong, and of errors of the stated size that it finds.
        package var falseAlarm = 0.0, power = 0.0
        /// The degrees of freedom of the tests; `nil` where the noise is stated.
        package var freedom: Double?
        /// The markers, or pairs that are of none, those first in which the largest error could hide; of many the first twenty, and
        /// the one whose unnoticed error moves a point farthest.
        package var markers: [Marker] = []

        package init() {}

        /// One marker, and what it could hide.
        package struct Marker: Hashable, Sendable {
            package var name = ""
            /// Of its three coordinates those that the others check.
            package var redundancy = 0.0
            /// The test of its residual, in three directions; `nil` where nothing checks it.
            package var square, probability: Double?
            /// The shift that its residual speaks for; `nil` where nothing checks it.
            package var shift: SIMD3<Double>?
            /// The smallest error that would be found; `nil` where one is never found.
            package var hidden: Hidden?

            package init() {}
        }

        /// The smallest error of a marker that would be found, and what it does unnoticed.
        package struct Hidden: Hashable, Sendable {
            package var size = 0.0
            package var direction = SIMD3<Double>.zero
            package var turnDegrees = 0.0, shift = 0.0
            /// The point that it moves farthest, and how far; `nil` where none was asked for.
            package var point: String?
            package var effect: Double?

            package init() {}
        }

        /// Of more markers it is not worked out, which would take longer than the fit.
        private static let mostMarkers = 5000
        /// So many are listed.
        package static let mostListed = 20
        /// Of more points than make this many with the markers only those farthest from the middle are compared.
        private static let mostEffects = 200_000

        /// What could hide in a fit, by the names of its markers, with the effects on named points of the source frame; `nil` where
        /// nothing tells.
        package init?(
            _ calibration: Calibration, points: @autoclosure () -> [(name: String, place: SIMD3<Double>)],
            name: (_ pair: Int) -> String
        ) {
            let groups = calibration.pairs.groups,
                count = groups.map { Set($0).count } ?? calibration.pairs.count
            guard calibration.evidence.covariance != nil, count <= Reliability.mostMarkers,
                let reliability = try? FitReliability(calibration)
            else { return nil }
            let points = points().map { (name: $0.name, moved: calibration.moved($0.place)) }
            let middle = calibration.targetFromSource.targetCenter
            guard let law = reliability.law else { return nil }
            (falseAlarm, power) = (law.falseAlarm, law.power)
            freedom = law.freedom == .infinity ? nil : law.freedom
            let most = Swift.max(Reliability.mostEffects / Swift.max(reliability.markers.count, 1), 1)
            let far =
                points.count <= most
                ? points
                : Array(
                    points.sorted { ($0.moved - middle).length > ($1.moved - middle).length }.prefix(most))
            let places = far.map(\.moved)
            let order = reliability.markers.indices.sorted { first, second in
                let (a, b) = (reliability.markers[first], reliability.markers[second])
                return (-(a.hidden?.size ?? .infinity), first) < (-(b.hidden?.size ?? .infinity), second)
            }
            markers = order.map { place in
                let one = reliability.markers[place]
                var marker = Marker()
                marker.name = one.pairs.first.map(name) ?? ""
                (marker.redundancy, marker.square) = (one.redundancy, one.square)
                (marker.probability, marker.shift) = (one.probability, one.shift)
                marker.hidden = one.hidden.map { error in
                    var hidden = Hidden()
                    (hidden.size, hidden.direction, hidden.shift) = (error.size, error.direction, error.shift)
                    hidden.turnDegrees = error.turn / QuadLimits.degree
                    if let worst = error.worstEffect(atMoved: places) {
                        (hidden.point, hidden.effect) = (far[worst.point].name, worst.size)
                    }
                    return hidden
                }
                return marker
            }
            if markers.count > Reliability.mostListed, let worst {
                markers.removeSubrange(Reliability.mostListed...)
                if !markers.contains(worst) { markers.append(worst) }
            }
        }

        /// The marker whose unnoticed error moves a point farthest; one of which errors are never noticed, if there is one.
        package var worst: Marker? {
            if let first = markers.first, first.hidden == nil { return first }
            return markers.max { ($0.hidden?.effect ?? 0) < ($1.hidden?.effect ?? 0) }
        }
    }
}

extension FitDocument.Reliability: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Reliability>] = [
        .always("falseAlarm", \.falseAlarm, "How many of all sound markers a test calls wrong."),
        .always("power", \.power, "How many of all errors as large as is said it finds."),
        .always("freedom", \.freedom, "What its noise was estimated from; null where it was stated."),
        .always(
            "markers", \.markers,
            "The markers, or pairs, those first in which the largest error could hide; of many the first 20."
        ),
    ]
}

extension FitDocument.Reliability.Marker: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Reliability.Marker>] = [
        .always("name", \.name, "The marker, or the pair."),
        .always("redundancy", \.redundancy, "Of its three coordinates, those that the others check."),
        .always(
            "square", \.square,
            "The test of its residual in three directions, in squared deviations; null where nothing checks it."
        ),
        .always("probability", \.probability, "How likely chance makes that as large."),
        .always("shift", \.shift, "The shift that its residual speaks for."),
        .always(
            "hidden", \.hidden, "The smallest error that would be found; null where one is never found."),
    ]
}

extension FitDocument.Reliability.Hidden: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Reliability.Hidden>] = [
        .always("size", \.size, "Its length in the direction in which it hides best."),
        .always("direction", \.direction, "That direction, in the target frame."),
        .always("turnDegrees", \.turnDegrees, "The most that such an error turns the motion."),
        .always("shift", \.shift, "The most that it shifts the middle of the pairs."),
        .always("point", \.point, "The point that it moves farthest; null where none was asked for."),
        .always("effect", \.effect, "How far it moves that point."),
    ]
}
