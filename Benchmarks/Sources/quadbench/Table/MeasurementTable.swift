import BenchRecords
import CPeers

/// Every measurement of the bench. The limits are the numbers to reach; those with a peer hold for the ratio to it.
enum MeasurementTable {
    static let sources = accuracy + geometry + fits + markers + frames + programs + servers

    private static let eigen = String(cString: peer_eigen_version())

    private static let accuracy: [MeasurementSource] = [
        MeasurementSource(
            area: "accuracy", command: "digits", repeats: 1,
            rows: [
                .digits(
                    "digits of the rotation, *", ["rotation", "*", "RigidFit default"], atLeast: 15.9,
                    peer: (eigen, ["rotation", "*", eigen])),
                .digits("digits of the fast rotation, *", ["rotation", "*", "RigidFit fast"], atLeast: 15),
                .digits(
                    "digits of the map, from-1e9", ["map", "from-1e9", "RigidFit default"], atLeast: 15.5,
                    peer: (eigen, ["map", "from-1e9", eigen])),
                .digits(
                    "digits of the map, *", ["map", "*", "RigidFit default"], atLeast: 15.4,
                    peer: (eigen, ["map", "*", eigen])),
            ]),
        MeasurementSource(
            area: "accuracy", command: "covariancedigits", repeats: 1,
            rows: [
                // Covariances a million times as large along a needle as across it lose six digits when they are inverted.
                .digits("digits of a fit to unequal noise, needles", ["rotation", "needles"], atLeast: 12),
                .digits("digits of a fit to unequal noise, *", ["rotation", "*"], atLeast: 13),
                .digits("digits of its covariance, needles", ["covariance", "needles"], atLeast: 8.5),
                .digits("digits of its covariance, *", ["covariance", "*"], atLeast: 11),
            ]),
        MeasurementSource(
            area: "accuracy", command: "bounds", repeats: 1,
            rows: [.judged("share of its bound that * spends", "of 1", ["spent", "*"], .lower, limit: 1)]),
        MeasurementSource(
            area: "accuracy", command: "framedigits", repeats: 1,
            rows: [
                // Of coordinates of a kilometre, and of shifts beside turns known to a millionth, conditioning leaves this much.
                .digits("digits of a graph's turns, *", ["graphs", "rotation", "*"], atLeast: 13.5),
                .digits("digits of a graph's shifts, *", ["graphs", "translation", "*"], atLeast: 12),
                .digits("digits of a hand-eye turn, *", ["hand_eyes", "rotation", "*"], atLeast: 13.5),
                .digits("digits of a hand-eye shift, *", ["hand_eyes", "translation", "*"], atLeast: 13.5),
            ]),
        MeasurementSource(
            area: "accuracy", command: "exact", from: .usual, repeats: 1,
            rows: [.judged("exact answers, *", "%", ["right_percent", "*"], .higher, limit: 100)]),
        MeasurementSource(
            area: "accuracy", command: "uncertainty", options: ["fits": "2000"], from: .usual, repeats: 1,
            rows: [
                .judged(
                    "squared error over its covariance, *", "ratio", ["*", "nees_over_ideal"], .lower,
                    limit: 1.1),
                .judged(
                    "within the predicted error, *", "%", ["*", "predicted_error_covers_percent", "near"],
                    .higher, limit: 93),
            ]),
        MeasurementSource(
            area: "accuracy", command: "sense", options: ["infer": "", "tracks": ""], from: .full, repeats: 1,
            rows: [
                .judged(
                    "distances of ten sightings told, *", "%", ["infer", "ten", "*", "right_percent"],
                    .higher,
                    limit: 99.5),
                .judged(
                    "distances of five sightings open, *", "%", ["infer", "five", "*", "open_percent"],
                    .lower, limit: 7),
                .judged(
                    "distances of five sightings wrong, *", "%", ["infer", "five", "*", "wrong_percent"],
                    .lower, limit: 0.1),
                .judged(
                    "walls that give their twelve markers", "%", ["tracks", "stands", "right_walls_percent"],
                    .higher, limit: 100),
                .judged(
                    "squared error of a marker over its covariance", "of 3",
                    ["tracks", "stands", "squared_distance_of_3"], .lower, limit: 3.3),
            ]),
        MeasurementSource(
            area: "accuracy", command: "coverage", options: ["made-up": "", "trials": "40"], from: .full,
            repeats: 1,
            rows: [
                .judged(
                    "corners within the predicted error, *", "%", ["rows", "*", "corner_held_percent"],
                    .higher, limit: 90),
                .judged(
                    "the motion within the predicted error, *", "%", ["rows", "*", "motion_held_percent"],
                    .higher, limit: 90),
            ]),
    ]

    private static let geometry: [MeasurementSource] = [
        MeasurementSource(
            area: "kernels", command: "columns", options: ["count": "2000", "repeat": "15"],
            short: ["count": "2000", "repeat": "3"],
            rows: [
                .cost(
                    "measures of a quad, in cache", ["ns_per_quad", "measures {level}"], atMost: 1.05,
                    peer: ("C", ["ns_per_quad", "measures C"])),
                .cost(
                    "move of a quad, in cache", ["ns_per_quad", "move into {level}"], atMost: 1.05,
                    peer: ("C", ["ns_per_quad", "move C"])),
                .cost("check of a sound quad, over columns", ["ns_per_quad", "check {level}"]),
                .cost("check of a sound quad, one at a time", ["ns_per_quad", "check one by one"]),
                .cost(
                    "check of a bent quad, one at a time", ["ns_per_quad", "check one by one, bent"],
                    atMost: 400),
                .cost(
                    "check of a concave quad, one at a time", ["ns_per_quad", "check one by one, concave"],
                    atMost: 400),
                .cost(
                    "check of a crossed quad, one at a time", ["ns_per_quad", "check one by one, crossed"],
                    atMost: 400),
            ]),
        MeasurementSource(
            area: "kernels", command: "columns", options: ["count": "1000000", "repeat": "3"], from: .usual,
            repeats: 1,
            rows: [
                .cost(
                    "measures of a quad, from memory", ["ns_per_quad", "measures {level}"], atMost: 1.05,
                    peer: ("the copy", ["ns_per_quad", "measures copy"])),
                .cost(
                    "move of a quad, from memory", ["ns_per_quad", "move into {level}"], atMost: 1.05,
                    peer: ("the copy", ["ns_per_quad", "move copy"])),
            ]),
        MeasurementSource(
            area: "kernels", command: "check", options: ["quads": "{quads}"],
            peerOptions: ["peer": "{python} Benchmarks/Peers/geos_valid.py"], from: .usual,
            rows: [
                .cost(
                    "full verdict, one at a time, beside GEOS", ["median_ns"], atMost: 0.05,
                    peer: ("GEOS", ["peer_median_ns"]))
            ]),
        MeasurementSource(
            area: "kernels", command: "scan", options: ["count": "1000"],
            short: ["count": "1000", "rays": "100", "repeat": "3"],
            rows: [
                .cost(
                    "nearest of 1,000 quads, a quad", ["ns_per_test", "nearest {level}"],
                    peer: ("C, two triangles in floats", ["ns_per_test", "C two triangles"]))
            ]),
        MeasurementSource(
            area: "kernels", command: "raycast",
            options: ["quads": "{quads}", "rays": "{rays}", "out": "{hits}"],
            peerOptions: ["peer": "{python} Benchmarks/Peers/embree_rays.py"], from: .usual,
            rows: [
                .cost(
                    "nearest of 2,000 quads, a ray", ["median_ns"], atMost: 1,
                    peer: ("Embree", ["peer_median_ns"]))
            ]),
        index(count: "1000", from: .usual), index(count: "100000", from: .full),
    ]

    private static let fits: [MeasurementSource] = [
        MeasurementSource(
            area: "fits", command: "fitspeed", options: ["count": "100000", "repeat": "5"],
            short: ["count": "2000", "repeat": "3"],
            rows: [
                .cost(
                    "fit of a quad, default", ["ns_per_fit_single", "default, points"], atMost: 3.5,
                    peer: (eigen, ["ns_per_fit_single", eigen])),
                .cost("fit of a quad, exact", ["ns_per_fit_single", "exact, points"]),
                .cost(
                    "fit of a quad, fast", ["ns_per_fit_single", "fast, points"], atMost: 0.16,
                    peer: (eigen, ["ns_per_fit_single", eigen])),
                .cost(
                    "fit of a quad, in batches", ["ns_per_fit_batch", "packed {level}"], atMost: 0.1,
                    peer: (eigen, ["ns_per_fit_single", eigen])),
            ]),
        MeasurementSource(
            area: "fits", command: "moments", options: ["repeat": "7"], from: .usual,
            rows: [
                .cost(
                    "fit of a million pairs", ["ms", "fit"], unit: "ms", atMost: 1.35,
                    peer: ("reading once", ["ms", "read"]))
            ]),
        MeasurementSource(
            area: "fits", command: "robust", options: ["trials": "5", "only": "1000 pairs, 9"], from: .usual,
            rows: [
                .cost("robust fit, *", ["scenes", "*", "ns"], unit: "ns"),
                .judged("right robust fits, *", "%", ["scenes", "*", "found_percent"], .higher, limit: 100),
            ]),
    ]
}
