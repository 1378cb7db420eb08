internal import FrameReports
internal import Markers
package import QuadGeometry
internal import RigidCalibration
internal import StrictJSON
package import VisionSensor

/// The result of a run of detections, from which the texts for people and for programs are made.
package struct SenseReport: Sendable {
    package let question: SenseQuestion
    package let id: String
    package let counts: SenseCounts
    let notes: [SenseNote: SenseTally]
    /// The line of distances; `nil` where it is undetermined.
    package let kind: DistanceKind?
    /// The judgement of the objects on that; `nil` where it was stated.
    package let inference: DistanceInference?
    package let markers: [SensedMarker]
    package let left: [LeftTrack]
    package let standCount: Int
    /// Detections that were dropped since a more confident one shows the same.
    package let repeats: Int
    /// Sizes that the phone states, and those of them that its boxes contradict.
    package let sizes: (checked: Int, inconsistent: Int)
    package let frameSize: FrameSize?
    /// The largest number by which a pose was not rigid.
    package let correction: Double
    /// The comparison with a made-up scene.
    package var truth: SenseTruth?
    /// The state of the phone, where it was asked.
    package var phone: PhoneRecord?
    /// The markers that a server created.
    package var creation: SenseCreation?
    /// Whether markers were to be created and were not, since there are errors.
    package var isCreationRefused = false

    init(_ run: SenseRun, _ chosen: KindRun?, _ inference: DistanceInference?) {
        (question, id, counts, notes) = (run.question, run.name, run.counts, run.notes)
        (kind, self.inference, correction) = (chosen?.objects.kind, inference, run.correction)
        (standCount, repeats) = (chosen?.objects.standCount ?? 0, chosen?.objects.repeats ?? 0)
        sizes = (chosen?.checked ?? 0, chosen?.inconsistent ?? 0)
        frameSize = chosen.flatMap { FrameSize($0.checks, imageWidth: run.imageWidth) }
        var markers: [SensedMarker] = [], left: [LeftTrack] = [], numbers: [String: Int] = [:]
        for track in chosen?.objects.finished() ?? [] {
            guard track.state == .marker else {
                left.append(LeftTrack(number: track.number, track: track.track, state: track.state))
                continue
            }
            numbers[track.track.label, default: 0] += 1
            let number = numbers[track.track.label, default: 1]
            let label = track.track.label + (run.question.numbersLabels ? " \(number)" : "")
            let requests = chosen?.requests(track.track) ?? []
            markers.append(SensedMarker(track, run, label: label, requests: requests))
        }
        (self.markers, self.left) = (markers, left)
    }

    /// The worst severity among the remarks; `nil` where there are none.
    package var severity: Severity? {
        let all = remarks.map(\.severity)
        return all.contains(.error) ? .error : all.contains(.warning) ? .warning : all.first
    }
}

/// The state of a phone at the time it was asked.
package struct PhoneRecord: Sendable {
    package let url: String
    package let health: SensorHealth
    package let status: SensorStatus
    package let updated: [String]

    package init(url: String, health: SensorHealth, status: SensorStatus, updated: [String]) {
        (self.url, self.health, self.status, self.updated) = (url, health, status, updated)
    }

    package var facts: [(name: String, text: String)] {
        func text(_ number: Double?, _ unit: String) -> String { number.map { "\($0) \(unit)" } ?? "unknown" }
        func shown(_ word: String) -> String { visibleText(word, atMost: SenseTally.longestText) }
        var facts = [
            (
                "phone",
                "\(url): \(shown(health.status)), \(shown(health.state)), model \(shown(health.model))"
            ),
            (
                "pictures",
                "\(text(status.processedFPS, "a second")), inference \(text(status.lastInferenceMs, "ms")), "
                    + "95 % below \(text(status.p95InferenceMs, "ms"))"
            ),
            ("thermal", "\(shown(status.thermalState)), up \(text(status.uptimeSeconds, "s"))"),
        ]
        if !updated.isEmpty { facts.append(("set", updated.map(shown).joined(separator: ", "))) }
        return facts
    }
}

/// The markers that a server created.
package struct SenseCreation: Sendable {
    package let server: String
    package let session: String
    /// The ids that the server gave, in the order of the markers.
    package let ids: [String]
    /// The markers of the session by its list, and those that the server's log created; `nil` where nobody looked.
    package var stored: Int?, writes: Int?
    /// The store in which they wait for a network; `nil` if they were created.
    package var store: String?
    /// The faults that reached the client; `nil` without a made-up server.
    package var faults: Int?

    package init(server: String, session: String, ids: [String]) {
        (self.server, self.session, self.ids) = (server, session, ids)
    }
}

/// The distances of markers from where made-up objects are in truth.
package struct SenseTruth: Sendable {
    /// The objects there are, and those that some marker shows.
    package let objects: Int, found: Int
    /// Markers that show no object, and those that show one again.
    package let strangers: Int, doubles: Int
    /// Of the centres, in metres.
    package let rms: Double, largest: Double
    /// Centres within the prediction, and the mean square of their distance in deviations, which is 3 where that is right.
    package let within: Int, meanSquare: Double

    /// The true centre of the object that each marker shows, in the world of the cameras; `nil` of those that show none.
    let matches: [SIMD3<Double>?]

    /// The squared deviations that 999 of 1,000 places stay within.
    package static let gate = 16.266
    /// Markers farther from any object of their class than this, in metres, show none.
    private static let reach = 0.075

    /// Compares markers with objects in the world of the cameras.
    package init(_ markers: [SensedMarker], objects places: [(label: String, center: SIMD3<Double>)]) {
        var seen = [Int](repeating: 0, count: places.count)
        var matches: [SIMD3<Double>?] = []
        var strangers = 0, squares = 0.0, largest = 0.0, within = 0, deviations = 0.0, count = 0
        for marker in markers {
            let center = marker.track.center
            let near = places.indices.filter { places[$0].label == marker.track.label }
                .min { (places[$0].center - center).length < (places[$1].center - center).length }
            guard let near, (places[near].center - center).length <= SenseTruth.reach else {
                strangers += 1
                matches.append(nil)
                continue
            }
            seen[near] += 1
            matches.append(places[near].center)
            let off = center - places[near].center
            let square = marker.track.covariance.inverse.map { off.dot($0 * off) } ?? .infinity
            (squares, deviations, count) = (squares + off.dot(off), deviations + square, count + 1)
            largest = Double.maximum(largest, off.length)
            within += square <= SenseTruth.gate ? 1 : 0
        }
        (self.objects, self.matches) = (places.count, matches)
        found = seen.count { $0 > 0 }
        doubles = seen.reduce(0) { $0 + max($1 - 1, 0) }
        (self.strangers, self.largest, self.within) = (strangers, largest, within)
        rms = (squares / Double(max(count, 1))).squareRoot()
        meanSquare = deviations / Double(max(count, 1))
    }

    /// Whether each object has one marker, within its prediction.
    package var isMet: Bool { found == objects && strangers == 0 && doubles == 0 && within == objects }

    package var sentence: String {
        "\(found) of \(counted(objects, "object")) found, \(strangers) markers of none, \(doubles) twice; centres are rms "
            + "\(MeasureText.length(rms)) off, \(MeasureText.length(largest)) at most; \(within) of \(objects) within their prediction."
    }
}

extension SenseRun {
    package func report() -> SenseReport {
        let inference: DistanceInference?
        let chosen: KindRun?
        if question.distance == .infer {
            (chosen, inference) = SenseRun.inferred(kinds)
        } else {
            (chosen, inference) = (kinds.first, nil)
        }
        return SenseReport(self, chosen, inference)
    }

    /// The line that the objects show, by whichever line they were told apart.
    private static func inferred(_ kinds: [KindRun]) -> (KindRun?, DistanceInference?) {
        let said = kinds.map { ($0, $0.inference) }
        // Objects come apart where the line is wrong, and what is left agrees with it too well.
        let first = said.min { $0.0.objects.finished().count < $1.0.objects.finished().count }
        guard let first else { return (nil, nil) }
        let other = said.first { $0.0.objects.kind != first.0.objects.kind }?.1.kind
        guard let kind = first.1.kind, other == nil || other == kind else { return (nil, first.1) }
        return (kinds.first { $0.objects.kind == kind }, first.1)
    }
}

/// An object that became a marker.
package struct SensedMarker: Sendable {
    /// In the order of first sightings, from 0.
    package let number: Int
    /// The class, with a number where that was asked.
    package let label: String
    package let track: SightingTrack
    /// In the space's frame, or the cameras' world where none is given.
    package let quad: Quad
    package let center: SIMD3<Double>
    /// The standard deviation of the centre along each axis, in metres.
    package let sigma: SIMD3<Double>
    /// The ids of the first replies that saw it.
    package let requests: [String]
    /// The key by which a server knows it again.
    package let key: String

    init(_ track: FinishedTrack, _ run: SenseRun, label: String, requests: [String]) {
        (number, self.track, self.label, self.requests) = (track.number, track.track, label, requests)
        let space = run.question.spaceFromWorld ?? .identity
        quad = space * track.quad(run.question.placement)
        center = space * track.track.center
        let turn = space.rotation, covariance = track.track.covariance
        // Rows of the turn are columns of its inverse.
        let rows = [
            SIMD3(turn.x.x, turn.y.x, turn.z.x), SIMD3(turn.x.y, turn.y.y, turn.z.y),
            SIMD3(turn.x.z, turn.y.z, turn.z.z),
        ]
        let sigmas = rows.map { ($0 * (covariance * $0)).sum().squareRoot() }
        sigma = SIMD3(sigmas[0], sigmas[1], sigmas[2])
        key = SensedMarker.key(run: run.name, track: track.number)
    }

    /// The key of a track of a run: a UUID of version 8 made of the SHA-256 of both.
    package static func key(run: String, track: Int) -> String { DerivedID.text(of: "\(run)/\(track)") }
}

/// An object that became no marker, and why.
package struct LeftTrack: Sendable {
    package let number: Int
    package let track: SightingTrack
    package let state: FinishedTrack.State
}
