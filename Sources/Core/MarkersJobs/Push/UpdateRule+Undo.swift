internal import Markers
internal import QuadGeometry

extension UpdateRule {
    /// Compares corners with those before the plan.
    func restoredCorners(of image: MarkerImage, to intent: MarkerIntent) -> Standing {
        if allows(image.corners, intent.planned.corners) { return .done }
        guard allows(image.corners, intent.target) else { return .drifted(.corners) }
        return image.version == intent.written || isNobodys(image, intent)
            ? .pending(intent.planned.corners) : .drifted(.calibratedData)
    }

    /// Compares calibrated data with what belonged to the corners before the plan.
    func restoredData(of image: MarkerImage, to intent: MarkerIntent, own: [Quad]) -> Standing {
        if isOfAnotherServer(image, intent) { return .drifted(.corners) }
        if isRestored(image, intent) { return .done }
        let former = former(intent, at: image.corners)
        let isOurs =
            image.version == intent.written
            || ([calibrated(from: image.corners), intent.target] + own).contains {
                allows(image.calibrated, $0)
            }
        guard isOurs else { return .drifted(.calibratedData) }
        return former.map { .pending($0) } ?? .drifted(.corners)
    }

    /// Whether a marker has the calibrated data that it had before, or that its corners would have had.
    private func isRestored(_ image: MarkerImage, _ intent: MarkerIntent) -> Bool {
        if allows(image.calibrated, intent.planned.calibrated) {
            return image.hasStaleCenter == intent.planned.hasStaleCenter
        }
        switch former(intent, at: image.corners) {
        case .some(.some(let data)): return allows(image.calibrated, data)
        // Many servers take null to mean no change, and compute the data of a marker that has none. What belonged to other
        // corners is nothing that these could get back.
        case .some(nil), nil: return isNobodys(image.calibrated, at: image.corners)
        }
    }

    /// The calibrated data that corners had, or would have had, before the plan: what was planned, or for corners that somebody
    /// has moved since what the server computes; surveyed data belongs to the planned corners only. The outer `nil` means
    /// that it is not known.
    func former(_ intent: MarkerIntent, at corners: Quad) -> Quad?? {
        let data = intent.planned.calibrated
        if allows(corners, intent.planned.corners) { return .some(data) }
        return isNobodys(data, at: intent.planned.corners) ? .some(corners.map { $0 + space.shift }) : nil
    }

    /// The replacement for missing calibrated data if a server does not clear it: what it would compute itself.
    func substitute(for intent: MarkerIntent, at image: MarkerImage) -> Quad? {
        guard direction == .undo, mode == .calibrated, intent.planned.calibrated == nil else { return nil }
        return image.corners.map { $0 + space.shift }
    }

    /// Whether the parts of a marker that a job changes are as before, in value: text that is spelled otherwise, and data that
    /// the server computes where there was none, count as restored.
    func isBack(_ marker: Marker, before: Marker) throws(MarkerImageError) -> Bool {
        let (image, was) = (try MarkerImage(marker), try MarkerImage(before))
        let intent = MarkerIntent(was, to: was.corners)
        return switch mode {
        case .raw: allows(image.corners, was.corners) && isRestored(image, intent)
        case .calibrated: isRestored(image, intent)
        case .vector:
            allows(image.calibrated, was.calibrated)
                || isNobodys(was.calibrated, at: was.corners)
                    && isNobodys(image.calibrated, at: image.corners)
        }
    }

    /// Compares a marker with a plan that changes the space's vector: its calibrated data, once the server has computed it,
    /// follows from its corners, even if somebody has moved them meanwhile.
    func vectorStanding(of image: MarkerImage) -> Standing {
        image.calibrated == nil || allows(image.calibrated, calibrated(from: image.corners))
            ? .done : .drifted(.calibratedData)
    }
}
