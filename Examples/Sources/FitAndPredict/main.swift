// Fits the motion between two scans of a room, and prints how accurate it is where it will be used.
import RigidCalibration

// Five points that were found in both scans: metres, in the same order. The y axis points up.
let oldScan: [SIMD3<Double>] = [
    [0.1, 1.2, 0], [3.9, 1.4, 0.1], [4, 0.4, 5.9], [0, 2.1, 6], [2.1, 1.1, 3],
]
let newScan: [SIMD3<Double>] = [
    [2.087, 1.222, -1.051], [5.429, 1.42, -2.864], [8.417, 0.42, 2.109], [5.001, 2.122, 4.196],
    [5.32, 1.119, 0.548],
]

// Throws a RigidFitError if the points do not determine a motion. With wrong pairs among them, use
// Calibration(robust: pairs), which rejects them and names each.
let pairs = try Correspondences(sources: oldScan, targets: newScan)
let calibration = try Calibration(pairs)

// .pass, .warn or .fail, and the reasons. A motion that fails must not be used.
print("verdict:", calibration.verdict.rawValue)
for judgement in calibration.judgements { print("  because of", judgement.code) }
print("residuals:", millimetres(calibration.evidence.rms), "RMS")

// Any point of the old scan can be moved. The error grows with the distance from the pairs. There is no covariance
// if the pairs are too few to estimate their noise.
let door: SIMD3<Double> = [2, 1, 9]
let moved = calibration.moved(door)
print("the door is at:", millimetres(moved.x), millimetres(moved.y), millimetres(moved.z))
if let covariance = calibration.evidence.covariance {
    print("95 % error there:", millimetres(covariance.predictedError(atMoved: moved)))
    let inside = calibration.moved(oldScan[4])
    print("95 % error in the middle of the pairs:", millimetres(covariance.predictedError(atMoved: inside)))
}

/// A length in metres as text, rounded to a tenth of a millimetre.
func millimetres(_ metres: Double) -> String { "\((metres * 10_000).rounded() / 10) mm" }
