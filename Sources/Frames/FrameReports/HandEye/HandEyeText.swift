internal import FrameGraph
internal import Markers
internal import MarkersReport
internal import QuadGeometry

package enum HandEyeText {
    /// - Parameters:
    ///   - verdict: `pass`, `warn` or `fail`.
    ///   - withTarget: Whether the place of the target in the base is among the facts.
    package static func view(
        _ report: HandEyeReport, verdict: String, of file: String, withTarget: Bool
    ) -> ResultView {
        ResultView(
            verdict: verdict, sentence(report, of: file), facts: facts(report, withTarget: withTarget),
            remarks: report.remarks, tables: [table(report)])
    }

    private static func sentence(_ report: HandEyeReport, of file: String) -> String {
        let error = report.cameraError
        return
            "\(file): the camera's place from \(report.ids.count) poses, within \(MeasureText.length(error.shift)) and "
            + "\(MeasureText.digits(2, error.turn / QuadLimits.degree))° in 95 of 100 cases"
            + report.remarks.map { ", " + $0.code }.joined() + "."
    }

    private static func facts(_ report: HandEyeReport, withTarget: Bool) -> [(name: String, text: String)] {
        let fit = report.fit
        var facts = motion("X", "hand from camera", fit.handFromCamera, report.cameraError)
        if withTarget { facts += motion("Z", "base from target", fit.baseFromTarget, report.targetError) }
        facts += [
            ("span", "the hand turns by \(MeasureText.angle(fit.span, nil)) at most between two poses"),
            ("fit", test(report)),
        ]
        if let advice = fit.advice {
            let pose =
                "a pose turned by \(MeasureText.angle(advice.angle, nil)) from \(name(report, advice.pose))"
            let within = MeasureText.length(report.error(of: advice.cameraCovariance).shift)
            let use = "of the hand would help most: then within \(within)"
            facts.append(("next", "\(pose) about the axis \(axis(advice.axis)) \(use)"))
        }
        if let truth = report.truth {
            let miss = (fit.handFromCamera.inverted() * truth.camera).twist
            let turn = MeasureText.digits(2, miss.rotation.length / QuadLimits.degree)
            let shift = MeasureText.length(miss.translation.length)
            facts.append(("truth", "the camera is \(shift) and \(turn)° off"))
        }
        return facts
    }

    private static func axis(_ axis: SIMD3<Double>) -> String {
        "(" + [axis.x, axis.y, axis.z].map { MeasureText.digits(2, $0) }.joined(separator: ", ") + ")"
    }

    private static func motion(
        _ symbol: String, _ words: String, _ motion: RigidTransform, _ error: (turn: Double, shift: Double)
    ) -> [(name: String, text: String)] {
        let q = motion.rotation.quaternionXYZW, t = motion.translation
        let numbers = [t.x, t.y, t.z, q.x, q.y, q.z, q.w].map(MeasureText.shortest).joined(separator: " ")
        return [
            (
                symbol,
                "\(words): at \(MeasureText.point(t, nil)) ± \(MeasureText.length(error.shift)), turned by "
                    + "\(MeasureText.angle(motion.rotation.angle, error.turn))"
            ),
            ("", numbers),
        ]
    }

    private static func test(_ report: HandEyeReport) -> String {
        let fit = report.fit
        guard report.isNoiseStated else {
            let noise = HandEyeReport.usualNoise, scale = report.noiseScale
            return "noise estimated from residuals, so that nothing tests them: "
                + "\(MeasureText.digits(2, scale * noise.turn / QuadLimits.degree))° and \(MeasureText.length(scale * noise.shift)) a direction"
        }
        return "chi-square \(MeasureText.digits(4, fit.cost)) of \(fit.freedom) expected, p = "
            + MeasureText.digits(2, fit.probability)
    }

    private static func table(_ report: HandEyeReport) -> ResultTable {
        let fit = report.fit, scale = report.noiseScale
        let worst = fit.squares.indices.sorted { (-fit.squares[$0], $0) < (-fit.squares[$1], $1) }
        let rows = worst.map { pose in
            let miss = fit.residuals[pose]
            return [
                name(report, pose), MeasureText.digits(3, miss.rotation.length / QuadLimits.degree),
                MeasureText.millimetres(miss.translation.length),
                MeasureText.digits(3, (fit.squares[pose] / 6).squareRoot() / scale),
                MeasureText.digits(2, fit.weights[pose]),
            ]
        }
        return ResultTable(
            title: "Poses", caption: "The residual of each pose, the worst first.",
            ["pose", "turn deg", "shift mm", "deviations", "weight"], words: [], rows)
    }

    private static func name(_ report: HandEyeReport, _ pose: Int) -> String {
        visibleText(report.ids[pose], atMost: 40)
    }
}
