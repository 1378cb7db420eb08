internal import VisionSensor

extension SenseRun {
    /// The report of the replies so far.
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
