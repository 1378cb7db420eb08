package import Markers
import QuadGeometry
import RigidCalibration
import ToolTerminal

/// The place of `--advise` where one more marker would help most.
package struct FitAdvice {
    /// The candidates of `--advise`.
    package struct Places {
        let candidates: [NamedPlace]

        /// The points or markers of a file, or else the markers that are to move; `nil` where no advice was asked for.
        init?(_ options: FitOptions, _ pairs: FitPairs, _ points: PointFile?) throws(Failure) {
            guard let source = options.advice else { return nil }
            switch source {
            case .file(let file):
                let points = try PointFile(reading: file)
                candidates = zip(points.ids, points.points).map { NamedPlace(name: $0, place: $1) }
            case .moving: candidates = pairs.places(points)
            }
        }
    }

    package let document: FitDocument.Advice
    /// What to do, in words.
    let sentence: String

    /// `nil` where no advice was asked for, or the noise is not known.
    init?(
        _ pairs: FitPairs, _ points: PointFile?, _ calibration: Calibration, _ places: Places?,
        _ options: CalibrationOptions
    ) throws(RigidFitError) {
        guard let places else { return nil }
        let moving = pairs.places(points), candidates = places.candidates
        guard
            let advice = try MarkerAdvice(
                calibration.pairs, candidates: candidates.map(\.place), moving: moving.map(\.place),
                options: options)
        else { return nil }
        var document = FitDocument.Advice()
        (document.best, document.place) = (candidates[advice.best].name, candidates[advice.best].place)
        (document.errorNow, document.errorThen) = (advice.errorNow, advice.errorThen)
        document.candidates = advice.compared.sorted { ($0.error, $0.candidate) < ($1.error, $1.candidate) }
            .map {
                var one = FitDocument.Advice.Candidate()
                (one.name, one.error) = (candidates[$0.candidate].name, $0.error)
                return one
            }
        self.document = document
        let gain =
            "the error to expect at the worst from \(MeasureText.length(advice.errorNow)) to \(MeasureText.length(advice.errorThen))"
        sentence =
            advice.errorThen < advice.errorNow
            ? "one more marker at \(quoted(document.best)) would bring \(gain)"
            : "one more marker at any of the candidates would not make the error to expect smaller"
    }
}
