extension DemoScene {
    /// Surveys a thing of the kind twice, and writes down what a server would have of it.
    package init(_ kind: Kind, _ variant: Variant = .plain, seed: UInt64 = 1) {
        (self.kind, self.variant, self.seed) = (kind, variant, seed)
        var survey = DemoSurvey(kind == .room ? .room : .blade, variant, seed: seed)
        survey.makeMistakes()
        var writer = DemoWriter(kind, survey, seed: seed)
        space = writer.space()
        sessions = writer.sessions()
        oldMarkers = writer.oldMarkers()
        newMarkers = writer.newMarkers()
        referenceSet = writer.referenceSet()
        oldAnchors = writer.anchors(isNew: false)
        newAnchors = writer.anchors(isNew: true)
        laserGuide = writer.laserGuide()
        truth = survey.truth
    }
}
