// Sine, cosine and arc tangent out of + - × ÷ alone, so that an angle has the same bits on every machine: the
// C library's differ between processors, and the core does without it. In order: the same bits everywhere,
// then accuracy (the bounds below), then speed.

/// The bound on sine, cosine and arc tangent, relative to the result, or absolute where the result is below
/// 2⁻³⁰ by cancellation against a multiple of π.
///
/// Worst seen: 1.46 `ulpOfOne`, over 4,000,000 random angles against 80-bit arithmetic (`BoundTests`).
let trigonometryError = 3 * Double.ulpOfOne

/// The sine and the cosine of an angle in radians.
///
/// Beyond 2²⁰ radians the period is 2π rounded to a double, which moves the angle by less than half a unit in
/// its own last place. An angle that is not finite gives NaN.
func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let reduced = angle.magnitude <= 0x1p20 ? angle : angle.remainder(dividingBy: 2 * .pi)
    guard reduced.isFinite else { return (.nan, .nan) }
    let quarterTurns = (reduced * (2 / .pi)).rounded()
    // π/2 in three parts: the first two have 33 bits, so their products with up to 20 bits are exact.
    let first = reduced - quarterTurns * 0x1.921fb544p+0
    let rest = first - quarterTurns * 0x1.0b4611a6p-34 - quarterTurns * 0x1.3198a2e037073p-69
    let (sine, cosine) = sineAndCosineNearZero(rest)
    switch Int(quarterTurns) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
}

/// The Taylor series up to the power where the next term is below 2⁻⁵⁷ at π/4.
private func sineAndCosineNearZero(_ x: Double) -> (sine: Double, cosine: Double) {
    let square = x * x
    // Written out, since a loop over the divisors would divide at run time: 1 / 17! up to 1 / 3!, and 1 / 18! up to 1 / 4!.
    var odd = 1 / 1_307_674_368_000 - square * (1 / 355_687_428_096_000)
    odd = 1 / 6_227_020_800 - square * odd
    odd = 1 / 39_916_800 - square * odd
    odd = 1 / 362_880 - square * odd
    odd = 1 / 5_040 - square * odd
    odd = 1 / 120 - square * odd
    odd = 1 / 6 - square * odd
    var even = 1 / 20_922_789_888_000 - square * (1 / 6_402_373_705_728_000)
    even = 1 / 87_178_291_200 - square * even
    even = 1 / 479_001_600 - square * even
    even = 1 / 3_628_800 - square * even
    even = 1 / 40_320 - square * even
    even = 1 / 720 - square * even
    even = 1 / 24 - square * even
    // 1 - x²/2 is split so that its rounding is given back.
    let half = 0.5 * square
    let head = 1 - half
    return (x - x * square * odd, head + ((1 - head - half) + square * square * even))
}

/// The angle of the point (x, y) from the x axis, -π to π radians; 0 for the origin.
///
/// Meant for magnitudes between 1e-150 and 1e150, or zero: callers scale first.
package func arcTangent(_ y: Double, _ x: Double) -> Double {
    let rise = y.magnitude, run = x.magnitude
    guard rise > 0 else { return x.sign == .minus && run > 0 ? .pi : 0 }
    var (angle, small) = rise <= run ? arcTangentOfSlope(rise, run) : arcTangentOfSlope(run, rise)
    if rise > run { (angle, small) = (0x1.921fb54442d18p+0 - angle, halfPiTail(angle) - small) }
    if x < 0 {
        (angle, small) = (0x1.921fb54442d18p+1 - angle, 2 * 0x1.1a62633145c07p-54 + piRounding(angle) - small)
    }
    let size = angle + small
    return y < 0 ? -size : size
}

/// The rounding error of `π/2 - angle`, with the part of π/2 that its double leaves out.
private func halfPiTail(_ angle: Double) -> Double {
    let difference = 0x1.921fb54442d18p+0 - angle
    return (0x1.921fb54442d18p+0 - difference) - angle + 0x1.1a62633145c07p-54
}

private func piRounding(_ angle: Double) -> Double {
    let difference = 0x1.921fb54442d18p+1 - angle
    return (0x1.921fb54442d18p+1 - difference) - angle
}

/// The arc tangent of `rise / run`, at most π/4, as a head and a small tail.
///
/// With c = k/16 next to the slope, atan(s) = atan(c) + atan((s - c) / (1 + s c)), and the second is below 1/32.
private func arcTangentOfSlope(_ rise: Double, _ run: Double) -> (head: Double, tail: Double) {
    // To the nearest whole number, as `rounded()` does it, which is a call into the C library.
    let sixteenths = 16 * (rise / run)
    let whole = Int(sixteenths)
    let place = sixteenths - Double(whole) < 0.5 ? whole : whole + 1
    let step = Double(place)
    let slope = step / 16
    let z = (rise - slope * run) / (run + slope * rise)
    let square = z * z
    var series = 1 / 11 - square * (1 / 13)
    series = 1 / 9 - square * series
    series = 1 / 7 - square * series
    series = 1 / 5 - square * series
    series = 1 / 3 - square * series
    let (head, tail) = arcTangents[place]
    return place == 0 ? (z, -z * square * series) : (head, tail + (z - z * square * series))
}

/// The arc tangents of k/16, each as the nearest double and the nearest double to what is left.
private let arcTangents: [(head: Double, tail: Double)] = [
    (0, 0),
    (0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60),
    (0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59),
    (0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58),
    (0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57),
    (0x1.362773707ebccp-2, -0x1.963a544b672d8p-57),
    (0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56),
    (0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56),
    (0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56),
    (0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56),
    (0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58),
    (0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55),
    (0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56),
    (0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57),
    (0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56),
    (0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56),
    (0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55),
]
