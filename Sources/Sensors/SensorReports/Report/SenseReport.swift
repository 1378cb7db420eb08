internal import FrameReports
internal import Markers
package import QuadGeometry
package import VisionSensor

/// The result of a run of detections, from which the texts for people and for programs are made.
package struct SenseReport: Sendable {
    package let question: SenseQuestion
    /// The name of the run.
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
