import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport

/// Markers of a room that two scans saw, the second with 3 mm of noise at most.
struct JoinScene {
    let newFromOld: RigidTransform
    private(set) var old: [MarkerObservation] = []
    private(set) var new: [MarkerObservation] = []

    static let noise = 0.003

    /// Markers of 30 by 20 cm, each with a label made from its number, or without one.
    init(_ count: Int, using random: inout SeededGenerator, label: (Int) -> String?) {
        newFromOld = RigidStrategy.random.transform(using: &random)
        for number in 0..<count {
            let stand = Rotation(rotationVector: .random(in: -2...2, using: &random)) ?? .identity
            let place = SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 3, 4)
            let quad = Quad.rectangle(0.3, 0.2).map { stand * $0 + place }
            let moved = (newFromOld * quad).map {
                $0 + SIMD3.random(in: -JoinScene.noise...JoinScene.noise, using: &random)
            }
            old.append(JoinScene.marker(number, label(number), quad))
            new.append(JoinScene.marker(1000 + number, label(number), moved))
        }
    }

    static func marker(_ number: Int, _ label: String?, _ quad: Quad) -> MarkerObservation {
        MarkerObservation(id: id(number), label: label, quad: quad)
    }

    static func id(_ number: Int) -> UUID {
        let digits = String(number)
        let text = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        return UUID(uuidString: text) ?? UUID()
    }

    /// A text of a marker that has calibrated corners 10 m above its raw ones.
    static func text(_ number: Int, session: Int = 500, label: String = "null", more: String = "") -> String {
        """
        {"id":"\(id(number))","work_session_id":"\(id(session))","label":\(label),"p1":[0,0,\(number)],\
        "p2":[1,0,\(number)],"p3":[1,1,\(number)],"p4":[0,1,\(number)],"version":1\(more)}
        """
    }

    static let calibrated =
        #","calibrated_data":{"p1":[0,9,0],"p2":[1,9,0],"p3":[1,9,1],"p4":[0,9,1]}"#
}

extension MarkerJoin {
    /// The places of the matches.
    var places: [SIMD2<Int>] { matches.map { SIMD2($0.old, $0.new) } }
}

extension JoinedMarkers {
    var places: [SIMD2<Int>] { matches.map { SIMD2($0.old, $0.new) } }
}
