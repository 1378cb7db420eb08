internal import CProcessor

extension MarkerIndex {
    /// The quad that each pixel of a camera shows, its depth in the picture, and the hidden part of each quad; for some rows.
    ///
    /// All rays of the rows go through the tree together, and those that may meet a quad are tested side by side; the
    /// answers have the bits of single rays.
    ///
    /// - Parameters:
    ///   - camera: the camera, in the quads' world.
    ///   - rows: the rows to look at, or `nil` for all.
    ///   - face: the only side of quads that counts, or `nil` for both.
    ///   - level: the kernels to take; all give the same answer.
    public func maps(
        from camera: PinholeCamera, rows: Range<Int>? = nil, only face: QuadFace? = nil,
        on level: KernelLevel = .best
    ) -> MarkerMaps {
        let image = 0..<camera.height
        var painter = PixelPainter(
            PixelGrid(camera, rows: rows.map { $0.clamped(to: image) } ?? image, only: face), on: level)
        painter.paint(self)
        return painter.maps()
    }

    /// Calls `look` with every quad of which something may be in view, in no order that matters.
    @inline(__always)
    func forEachQuad(near view: CameraView, _ look: (Int, UnsafePointer<Quad>) -> Void) {
        guard let tree = memory else {
            unsafe slots.withUnsafeBufferPointer { quads in
                guard let base = quads.baseAddress else { return }
                for index in quads.indices where unsafe quads[index].isFinite {
                    unsafe look(index, base + index)
                }
            }
            return
        }
        let planes = view.planes(in: tree.frame)
        var waiting: [Int32] = [0]
        while let number = waiting.popLast() {
            let node = tree.node(number)
            for slot in node.slots where node.child(slot) < 0 && node.child(slot) != TreeNode.none {
                unsafe processor_expect(tree.quads + Int(~node.child(slot)))
            }
            for slot in node.slots {
                let child = node.child(slot)
                guard child != TreeNode.none, !planes.contains(where: { $0.isOutside(node.box(slot)) })
                else { continue }
                if child >= 0 {
                    waiting.append(child)
                } else {
                    unsafe look(Int(~child), tree.quads + Int(~child))
                }
            }
        }
        withExtendedLifetime(self) {}
    }
}

#if !hasFeature(Embedded)
extension MarkerIndex {
    /// The maps of a whole image, on as many threads as there are processors; the same for any number of them.
    ///
    /// - Parameters:
    ///   - camera: the camera, in the quads' world.
    ///   - face: the only side of quads that counts, or `nil` for both.
    public func maps(from camera: PinholeCamera, only face: QuadFace? = nil) async -> MarkerMaps {
        let bands = await (0..<camera.height).concurrently(inPiecesOf: 128) { rows in
            [maps(from: camera, rows: rows, only: face, on: .best)]
        }
        return MarkerMaps(of: bands, width: camera.width)
    }
}
#endif
