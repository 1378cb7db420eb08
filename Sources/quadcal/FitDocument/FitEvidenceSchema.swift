import StrictJSON

/// The motion that a fit found.
enum MotionSchema {
    static let motion: [SchemaMember] = [
        .always("direction", .word(["target from source"]), "Which way the motion goes."),
        .always("formula", .string, "How it moves a point, in the members below."),
        .always("model", .string, "What it can be at all; matrices where nothing was fitted."),
        .sometimes("modelReason", .string, "Why that, in words; not for matrices."),
        .always("scale", .number, "The scale, which is 1 but for a similarity."),
        .always("sourceCenter", .point, "The point about which it turns, in the source frame."),
        .always("targetCenter", .point, "Where that point goes, but for the rest."),
        .always("rest", .point, "What is added at the end, so that no digit is lost."),
        .always(
            "rotation",
            .object([
                .always("rows", rows, "The rows of its matrix."),
                .always("columns", rows, "The columns of its matrix."),
                digits,
            ]), "The rotation as a matrix."),
        .always(
            "quaternion",
            .object([
                .always("xyzw", .array(.number, count: 4), "With the real part last."),
                .always("wxyz", .array(.number, count: 4), "With the real part first."),
                digits,
            ]), "The rotation as a quaternion."),
        .always(
            "matrix",
            Schema.object([
                .always("columnMajor", .array(.number, count: 16), "Column by column, as ARKit has it."),
                .always("rowMajor", .array(.number, count: 16), "Row by row, as on paper."),
                .sometimes("digits", .number.orNull, "How many digits of a moved point it gives."),
            ]).orNull, "The whole motion as one matrix; null where doubles cannot hold it."),
        .always(
            "rotationDegrees",
            .object([
                .always("angle", .number, "The angle."),
                .sometimes("bound95", .number.orNull, "What it is off by at most in 95 of 100 cases."),
                .always("axis", Schema.point.orNull, "The axis; null where nothing turns."),
                .always("tilt", .number, "How far the vertical leans."),
            ]), "The rotation as an angle about an axis."),
        .sometimes(
            "shift",
            .object([
                .always("of", .string, "What is shifted."),
                .always("value", .point, "How far."),
                .always(
                    "bound95", Schema.point.orNull, "What each part is off by at most in 95 of 100 cases."),
            ]), "How far the middle of the pairs goes; not for matrices."),
    ]

    private static let rows = Schema.array(.point, count: 3)
    private static let digits = SchemaMember.always("digits", .number.orNull, "How many digits it has.")
}

/// How good a fit is.
enum EvidenceSchema {
    static let evidence = Schema.object([
        .always("rms", .number, "The root mean square of the residuals."),
        .always("median", .number, "The median length of a residual."),
        .always("p95", .number, "What 95 of 100 residuals are within."),
        .always("largest", .number, "The longest residual."),
        .always("leaveOneOutRMS", .number.orNull, "The same where each pair is predicted by the others."),
        .always("freedom", .number, "How many numbers more than needed the pairs have."),
        .always("noise", .number.orNull, "The deviation of a coordinate of a residual."),
        .always("noiseIsEstimated", .boolean, "Whether that comes from the residuals."),
        .always("chiSquare", .number.orNull, "The sum of the squares of the standardised residuals."),
        .always("chiSquareProbability", .number.orNull, "How likely chance makes it that large."),
        .always("singularValues", Schema.point.orNull, "Those of the covariance between the sides."),
        .always(
            "strength",
            Schema.array(
                .object([
                    .always("axis", .point, "The axis."),
                    .always("deviationRadians", .number, "The deviation of the turn about it."),
                ])
            ).orNull, "How well the turn is fixed about each axis."),
        .always("covariance", covariance.orNull, "How the motion is off, in turn and shift."),
        .always(
            "error95",
            .object([
                .always("atFiveMetres", .number.orNull, "Five metres from the pairs."),
                .always("atWorstPair", .number.orNull, "At the pair where it is worst."),
                .always("atWorstPoint", .number.orNull, "At the point of --at where it is worst."),
            ]), "What the error stays within in 95 of 100 cases."),
        .always(
            "scale",
            Schema.object([
                .always("factor", .number, "How much longer the targets are."),
                .always("deviation", .number.orNull, "The deviation of that."),
                .always("probability", .number, "How likely chance makes it that far from 1."),
            ]).orNull, "What the pairs say of the scale."),
        .always("tiltDegrees", .number, "How far the vertical leans."),
        .always("trend", trend.orNull, "How residuals go with the place along the scene."),
        .always("comparison", .array(.object(comparison)), "What other models would give."),
        .always("digits", .number, "How many digits of the rotation the data fix."),
        .always("solver", .string, "What solved it."),
    ])

    private static let covariance = Schema.object([
        .always("anchor", .point, "The point, in the target frame, that turns are about."),
        .always(
            "order",
            .array(.word(["turnX", "turnY", "turnZ", "shiftX", "shiftY", "shiftZ"]), count: 6),
            "What the rows and columns are."),
        .always("matrix", .array(.array(.number, count: 6), count: 6), "The covariance, row by row."),
        .always(
            "estimated", .array(.array(.number, count: 6), count: 6),
            "The same before what is common to all points was added."),
        .always("commonError", .array(.number, count: 6), "What all points share: xx, xy, xz, yy, yz, zz."),
        .always("freedom", .number.orNull, "What the noise was estimated from; null where it was stated."),
    ])

    private static let trend = Schema.object([
        .always("axis", .point, "The direction in which the scene is longest."),
        .always("length", .number, "How long it is in that direction."),
        .always("rms", .number, "The root mean square of the trend."),
        .always("peakToPeak", .number, "How far it goes from end to end."),
        .always("rest", .number, "The root mean square of what remains."),
        .always("probability", .number, "How likely chance makes it that large."),
        .always("isDrift", .boolean, "Whether it is called a drift of the scan."),
    ])

    private static let comparison: [SchemaMember] = [
        .always("model", .string, "The model."),
        .always("rms", .number, "The root mean square of its residuals."),
        .always("leaveOneOutRMS", .number.orNull, "The same where each pair is predicted by the others."),
        .always("turnDegrees", .number, "The angle it turns by."),
        .always("tiltDegrees", .number, "How far its vertical leans."),
        .always("worstError95", .number.orNull, "The error to expect at the pair where it is worst."),
    ]

    static let selection = Schema.object([
        .always("bound", .number, "How far off a pair may be that is not wrong."),
        .always("boundIsEstimated", .boolean, "Whether that was found out from the pairs."),
        .always("follow", .integer, "How many pairs follow the motion."),
        .always("support", .integer, "How many of them are independent."),
        .always("neededSupport", .integer, "How many chance alone would need to look like it."),
        .always("rivalSupport", .integer.orNull, "How many follow another motion."),
        .always(
            "rejected",
            .array(
                .object(
                    named + [
                        .always("distance", .number, "How far it is from its place."),
                        .always("reason", .string, "Why, in a word."),
                        .always("sentence", .string, "Why, in words."),
                    ])), "The pairs that do not follow, the farthest first."),
    ])

    static let pair: [SchemaMember] =
        named + [
            .always("group", .string.orNull, "The marker it is of."),
            .always("source", .point, "The point in the source frame."),
            .always("target", .point, "The point in the target frame."),
            .always("weight", .number, "Its weight."),
            .always("follows", .boolean, "Whether it took part in the fit."),
            .always("residual", .point, "What the motion misses the target by."),
            .always("length", .number, "The length of that."),
            .always("standardised", .number.orNull, "The same in deviations."),
            .always("leverage", .number, "How much of its own fit it makes."),
            .always("leaveOneOut", .number.orNull, "The length where the others predict it."),
            .always("influence", .number.orNull, "How far the motion goes without it."),
        ]

    static let point: [SchemaMember] =
        named + [
            .always("source", .point, "The point in the source frame."),
            .always("moved", .point, "Where it goes."),
            .sometimes(
                "error95", .number.orNull, "What that is off by at most in 95 of 100 cases; not for matrices."
            ),
        ]

    static let check: [SchemaMember] =
        named + [
            .always("residual", .point, "What the motion misses the target by."),
            .always("length", .number, "The length of that."),
            .sometimes("bound", .number.orNull, "What it should stay within; not for matrices."),
            .sometimes("misses", .boolean, "Whether it does not; not for matrices."),
        ]

    private static let named: [SchemaMember] = [
        .always("id", .string, "What its row is called."),
        .always("line", .integer, "The line it begins in, from 1."),
    ]
}
