internal import CQuadcal

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_judgement_name(_ judgement: Int32) -> UnsafePointer<CChar>! {
    cString(judgementWords(judgement).name)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_judgement_text(_ judgement: Int32) -> UnsafePointer<CChar>! {
    cString(judgementWords(judgement).text)
}

private func judgementWords(_ judgement: Int32) -> Words {
    switch Int(judgement) {
    case QUADCAL_JUDGED_SCALE_SLIP:
        words(
            "SCALE_SLIP",
            "the targets are longer or shorter than the sources, beyond chance: a unit was mistaken, or a scan is wrong"
        )
    case QUADCAL_JUDGED_SCALE_DIFFERS:
        words(
            "SCALE_DIFFERS", "the lengths of the two scans differ beyond chance, as those of scans often do")
    case QUADCAL_JUDGED_MIRRORED:
        words(
            "MIRRORED", "a mirrored motion would leave much less: an axis was swapped or negated on one side")
    case QUADCAL_JUDGED_UPSIDE_DOWN:
        words(
            "UPSIDE_DOWN", "the motion turns the vertical upside down, which a flat scene shows for a mirror")
    case QUADCAL_JUDGED_POOR_FIT:
        words("POOR_FIT", "the residuals are a large share of the scene: these are not the same points")
    case QUADCAL_JUDGED_OUTLYING_PAIRS:
        words("OUTLYING_PAIRS", "some pairs are farther off than the noise of the others explains")
    case QUADCAL_JUDGED_AMBIGUOUS_MOTION:
        words(
            "AMBIGUOUS_MOTION",
            "another motion is followed by at least half as many pairs, or a quarter as many groups")
    case QUADCAL_JUDGED_SCAN_DRIFT: words("SCAN_DRIFT", "the targets bend away from the sources smoothly")
    case QUADCAL_JUDGED_ALREADY_APPLIED:
        words("ALREADY_APPLIED", "no motion at all fits as well: the markers are already in the new frame")
    case QUADCAL_JUDGED_WEAK_GEOMETRY:
        words("WEAK_GEOMETRY", "the motion rests on too little: add markers away from the others")
    case QUADCAL_JUDGED_TILTED: words("TILTED", "the tilt is larger than the gravity prior allows")
    case QUADCAL_JUDGED_NOISE_MISFIT: words("NOISE_MISFIT", "the residuals do not match the stated noise")
    case QUADCAL_JUDGED_NO_REDUNDANCY:
        words(
            "NO_REDUNDANCY",
            "the pairs fix the motion and nothing more, so no residual can tell how good it is")
    default: words("UNKNOWN", "no judgement of this library has this number")
    }
}
