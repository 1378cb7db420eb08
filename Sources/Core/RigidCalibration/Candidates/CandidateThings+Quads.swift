package import QuadGeometry

extension CandidateThings {
    /// Quads whose centers are the points of candidates, by the numbers of those.
    package init(quads old: @escaping (Int) -> Quad, onto new: @escaping (Int) -> Quad) {
        func agree(_ pair: CandidatePair, under motion: AnchoredMotion) -> Bool {
            (motion * old(Int(pair.source))).lies(on: new(Int(pair.target)))
        }
        /// That of the centers, or with the corners of one quad, which fix the turn that centers in a row leave open.
        func motion(of pairs: [CandidatePair]) -> AnchoredMotion? {
            let sources = pairs.map { old(Int($0.source)).center }
            let targets = pairs.map { new(Int($0.target)).center }
            var best: AnchoredMotion?, most = pairs.count / 2
            func lay(_ more: [SIMD3<Double>], _ theirs: [SIMD3<Double>]) {
                let all = try? Correspondences(sources: sources + more, targets: targets + theirs)
                guard let motion = all.flatMap({ try? RigidFit($0).targetFromSource }) else { return }
                let count = pairs.count { agree($0, under: motion) }
                if count > most { (best, most) = (motion, count) }
            }
            lay([], [])
            for pair in pairs.prefix(CandidateThings.mostLaid) where most < pairs.count {
                let corners = old(Int(pair.source)).corners, other = new(Int(pair.target))
                for order in CornerOrder.all { lay(corners, other.reordered(order).corners) }
            }
            return best
        }
        self.init(agree: agree, motion: motion)
    }

    /// The most pairs whose corners are laid on each other, of which any that is right is enough.
    private static let mostLaid = 3
}
