internal import QuadGeometry

extension MarkerCandidates {
    /// Refuses the motion of one wall of a mirrored scan: its markers look the same in a mirror, and those off the wall, which the motion
    /// leaves without a partner, are where the mirror shows them.
    ///
    /// - Parameters:
    ///   - matched: The markers that follow, by their numbers.
    ///   - bound: How far from its place a marker may be that follows, in metres.
    func refuseMirror(of matched: some Collection<SIMD2<Int>>, within bound: Double) throws(RigidFitError) {
        let taken = (Set(matched.map { $0.x }), Set(matched.map { $0.y }))
        let free = news.indices.filter { !taken.1.contains($0) }
        var pairs = Array(matched), lost = 0
        for reach in RobustFit.mirrorReaches {
            guard
                let middles = try? Correspondences(
                    sources: pairs.map { old($0.x).center }, targets: pairs.map { new($0.y).center }),
                let fit = try? RigidFit(middles.mirrored)
            else { return }
            func seen(_ point: SIMD3<Double>) -> SIMD3<Double> {
                fit.targetFromSource * SIMD3(-point.x, point.y, point.z)
            }
            let kept = matched.filter { (seen(old($0.x).center) - new($0.y).center).length <= bound }
            lost = matched.count - kept.count
            pairs = kept
            for marker in olds.indices where !taken.0.contains(marker) {
                let shown = old(marker).map(seen)
                let partner = free.first {
                    let off = new($0).center - shown.center
                    return news[$0].key == olds[marker].key && off.length <= reach * bound
                        && shown.map { $0 + off }.lies(on: new($0))
                }
                if let partner { pairs.append(SIMD2(marker, partner)) }
            }
        }
        let gained = pairs.count + lost - matched.count
        guard gained > lost else { return }
        throw .mirrored(support: pairs.count)
    }
}
