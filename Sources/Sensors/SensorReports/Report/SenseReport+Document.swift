internal import FrameReports
package import Markers
internal import QuadGeometry
package import VisionSensor

extension SenseReport: WrittenObject {
    /// Everything but what every document of a run begins with.
    package static let members: [DocumentMember<SenseReport>] = [
        .always("run", \.id, "The name of the run, of which the keys of markers are made."),
        .object("counts", "How many of what there are.", countMembers),
        .always(
            "distance", \.kindName,
            "The line that distances are measured along, axis or ray; null where it is undetermined."),
        .sometimes(
            "inference", \.inference,
            "What the detections say of that line; only with --distance infer."),
        .sometimes(
            "frameSize", \.frameSize, "The image that the boxes are in, where it is another than stated."),
        .always("markers", \.markerRecords, "The markers, in the order of first sightings."),
        .always("left", \.left, "The objects that became no marker."),
        .always("remarks", \.remarks, "What is wrong or doubtful, in the order of the text."),
        .sometimes("phone", \.phone, "The phone, where it was asked."),
        .sometimes("created", \.creation, "What was created on a server."),
        .sometimes("truth", \.truth, "The markers beside made-up objects; only with --demo."),
    ]

    private static let countMembers: [DocumentMember<SenseReport>] = [
        .always("replies", \.counts.replies, "The replies, refused ones included."),
        .always("framed", \.counts.framed, "Those with a camera frame that makes quads."),
        .always("stands", \.standCount, "The stands they were made from."),
        .always("objects", \.counts.objects, "The objects of replies."),
        .always("detections", \.counts.detections, "Those of them that have a place."),
        .always(
            "repeats", \.repeats, "Those dropped since a more confident one of the reply shows the same."),
        .always("sizes", \.sizeCount, "The sizes that the phone stated."),
        .always("inconsistentSizes", \.inconsistent, "Those of them that box and distance contradict."),
        .always("markers", \.markers.count, "The markers."),
    ]

    private var sizeCount: Int { sizes.checked }
    private var inconsistent: Int { sizes.inconsistent }
    private var kindName: String? { kind?.rawValue }
    private var markerRecords: DocumentList<MarkerRecord> {
        DocumentList(markers) { MarkerRecord(marker: $0, report: self) }
    }
}

extension DistanceInference: WrittenObject {
    package static let members: [DocumentMember<DistanceInference>] = [
        .always("logRatio", \.logRatio, "The log likelihood of axis over ray."),
        .always("spread", \.spread, "The spread of the lengths of rays at a depth of 1."),
    ]
}

extension FrameSize: WrittenObject {
    package static let members: [DocumentMember<FrameSize>] = [
        .always("ratio", \.ratio, "The factor between stated and implied sizes."),
        .always("focalLength", \.impliedFocalLength, "The focal length at which sizes are right, in pixels."),
        .always("imageWidth", \.impliedWidth, "The width of an image that would have it, in pixels."),
    ]
}

struct MarkerRecord: WrittenObject {
    let marker: SensedMarker
    let report: SenseReport

    static let members: [DocumentMember<MarkerRecord>] = [
        .always("number", \.marker.number, "The number of its track, in the order of first sightings."),
        .always("label", \.marker.label, "The label it gets."),
        .always("class", \.marker.track.label, "The class, unchanged."),
        .always("key", \.marker.key, "The key by which a server knows it again, a UUID."),
        .always("p1", \.marker.quad.p1, "The corners, clockwise from the top left; in metres."),
        .always("p2", \.marker.quad.p2, "The top right corner."),
        .always("p3", \.marker.quad.p3, "The bottom right corner."),
        .always("p4", \.marker.quad.p4, "The bottom left corner."),
        .always("center", \.marker.center, "The place of the object, in metres."),
        .always("sigma", \.marker.sigma, "The standard deviation of that along each axis, in metres."),
        .always("width", \.width, "Its width in metres."),
        .always("height", \.height, "Its height in metres."),
        .always("confidence", \.marker.track.confidence, "The highest of its sightings."),
        .always("sightings", \.sightings, "How many replies show it."),
        .always("stands", \.marker.track.standCount, "How many stands it was seen from."),
        .always("viewAngle", \.angle, "The angle between the views farthest apart, in radians."),
        .always(
            "orientation", \.orientation, "Where its attitude is from.", schema: .word(["assumed", "plane"])),
        .always("requests", \.marker.requests, "The ids of the first 16 requests that saw it."),
    ]

    private var width: Double { marker.track.size.width }
    private var height: Double { marker.track.size.height }
    private var sightings: Int { marker.track.replies.count }
    private var angle: Double { MeasureText.rounded(marker.track.viewAngle) }
    var orientation: String { report.question.plane == nil ? "assumed" : "plane" }
}

extension LeftTrack: WrittenObject {
    package static let members: [DocumentMember<LeftTrack>] = [
        .always("number", \.number, "The number of its track."),
        .always("class", \.track.label, "The class, unchanged."),
        .always("center", \.track.center, "Its place in the cameras' world, in metres."),
        .always("sightings", \.sightings, "How many replies show it."),
        .always("stands", \.track.standCount, "How many stands it was seen from."),
        .always("reason", \.reason, "Why it is no marker, as a word that never changes meaning."),
        .always(
            "movedTo", \.movedTo, "The number of the track at the place it went to; null unless it moved."),
    ]

    private var sightings: Int { track.replies.count }
    private var reason: String { state.code ?? "" }
    private var movedTo: Int? { if case .moved(let next) = state { next } else { nil } }
}

extension PhoneRecord: WrittenObject {
    package static let members: [DocumentMember<PhoneRecord>] = [
        .always("url", \.url, "Its URL."),
        .always("status", \.health.status, "What it says of itself."),
        .always("model", \.health.model, "The model it detects with."),
        .always("state", \.health.state, "What it does."),
        .always("thermalState", \.status.thermalState, "How hot it is."),
        .always("uptimeSeconds", \.status.uptimeSeconds, "How long it serves; null where it does not say."),
        .always("processedFPS", \.status.processedFPS, "Pictures a second."),
        .always("lastInferenceMs", \.status.lastInferenceMs, "The time of the last inference."),
        .always("p95InferenceMs", \.status.p95InferenceMs, "The time that 95 of 100 stay below."),
        .always("updated", \.updated, "The settings that it changed."),
    ]
}

extension SenseCreation: WrittenObject {
    package static let members: [DocumentMember<SenseCreation>] = [
        .always("server", \.server, "The URL of the server."),
        .always("session", \.session, "The id of the session that got the markers."),
        .always("ids", \.ids, "The ids that the server gave, in the order of the markers."),
        .sometimes("store", \.store, "The store in which they wait for a network; only without one."),
        .sometimes("stored", \.stored, "How many the server lists afterwards; only with --demo."),
        .sometimes("writes", \.writes, "How many its log says were created; only with --demo."),
        .sometimes("faults", \.faults, "How many requests met a fault; only with --demo."),
    ]
}

extension SenseTruth: WrittenObject {
    package static let members: [DocumentMember<SenseTruth>] = [
        .always("objects", \.objects, "The objects there are."),
        .always("found", \.found, "Those that some marker shows."),
        .always("strangers", \.strangers, "Markers that show none."),
        .always("doubles", \.doubles, "Markers that show one again."),
        .always("rms", \.rms, "The root mean square distance of centres, in metres."),
        .always("largest", \.largest, "The largest of them."),
        .always("within", \.within, "Centres within the prediction for 999 of 1,000."),
        .always(
            "meanSquare", \.meanSquare, "The mean squared distance in deviations: 3 where they are right."),
    ]
}
