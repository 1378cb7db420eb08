extension MarkerIndex {
    /// The quads of which something is in a camera's image or would be if nothing hid it, in order of their indices.
    ///
    /// - Parameters:
    ///   - camera: the camera, in the quads' world.
    public func quads(inViewOf camera: PinholeCamera) -> [QuadInView] {
        let view = CameraView(of: camera)
        var found: [QuadInView] = []
        forEachQuad(near: view) { index, quad in
            let verdict = view.verdict(on: quad.pointee)
            if verdict != .outside { found.append(QuadInView(index: index, verdict: verdict)) }
        }
        return found.sorted { $0.index < $1.index }
    }
}

extension PinholeCamera {
    /// How a quad lies to what the camera can see, exactly.
    ///
    /// What it can see is the pyramid, without an end, that the rays through the four corners of the image span, with
    /// its border. A quad that has a number that is not finite is outside.
    ///
    /// - Parameter quad: in the camera's world.
    public func verdict(on quad: Quad) -> ViewVerdict { CameraView(of: self).verdict(on: quad) }
}

/// How a quad lies to what a camera can see.
public enum ViewVerdict: Hashable, Sendable {
    /// All of the quad's surface, its two triangles, is in view.
    case inside
    /// Some of it is, and some is not.
    case crossing
    /// None of it is.
    case outside
}

/// A quad that is in view of a camera.
public struct QuadInView: Hashable, Sendable {
    /// The index of the quad.
    public var index: Int
    /// Whether all of it is in view; never `outside`.
    public var verdict: ViewVerdict

    /// A quad in view.
    ///
    /// - Parameters:
    ///   - index: the index of the quad.
    ///   - verdict: whether all of it is in view.
    public init(index: Int, verdict: ViewVerdict) {
        self.index = index
        self.verdict = verdict
    }
}
