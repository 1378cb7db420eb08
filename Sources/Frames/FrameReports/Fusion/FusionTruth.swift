internal import FrameGraph
package import QuadGeometry

/// A made-up scene whose answers are known.
package struct KnownScene: Sendable {
    /// The places of the markers, by key, and the motion that carries them into each session.
    let places: [String: Quad]
    let sessionFromScene: [String: RigidTransform]

    package init(places: [String: Quad], sessionFromScene: [String: RigidTransform]) {
        (self.places, self.sessionFromScene) = (places, sessionFromScene)
    }
}

/// The distances of fused corners from where they are in truth.
package struct FusionTruth: Sendable {
    /// Of all decided corners, in metres.
    package let rms, largest: Double
    /// The corners compared, and those within their own 95 % error.
    package let corners, within: Int

    init(_ fusion: SessionFusion, _ scene: KnownScene) {
        let motion = scene.sessionFromScene[fusion.root] ?? .identity
        var squares = 0.0, largest = 0.0, corners = 0, within = 0
        for marker in fusion.markers {
            guard let place = scene.places[marker.key] else { continue }
            for corner in 0..<4 where !marker.undecided.contains(corner) {
                let miss = (marker.quad[corner: corner] - motion * place[corner: corner]).length
                squares += miss * miss
                largest = Double.maximum(largest, miss)
                corners += 1
                within += miss <= marker.bound(ofCorner: corner) ? 1 : 0
            }
        }
        (self.corners, self.within, self.largest) = (corners, within, largest)
        rms = (squares / Double(max(corners, 1))).squareRoot()
    }
}
