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
    /// The place of a quad by what the camera can see, exactly.
    ///
    /// What it can see is the pyramid, without an end, that the rays through the four corners of the image span, with
    /// its border. A quad that has a number that is not finite is outside.
    ///
    /// - Parameter quad: in the camera's world.
    public func verdict(on quad: Quad) -> ViewVerdict { CameraView(of: self).verdict(on: quad) }
}
