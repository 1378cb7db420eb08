internal import QuadGeometry

/// The quads of two scans, ready to be laid on each other.
struct PlacedScans {
    let olds, news: [Quad]
    let levelOlds, levelNews: [LevelQuad]
    let grid: CenterGrid

    init(_ olds: [Quad], _ news: [Quad]) {
        (self.olds, self.news) = (olds, news)
        (levelOlds, levelNews) = (olds.map { LevelQuad($0) }, news.map { LevelQuad($0) })
        grid = CenterGrid(levelNews.map(\.center), reach: QuadPlacement.reach)
    }

    /// How many of some old quads, from all over, are near a new one that faces as they do, the nearer the more.
    func support(_ motion: LevelMotion) -> Double {
        let every = (olds.count + PlacedScans.mostCounted - 1) / PlacedScans.mostCounted
        let reach = QuadPlacement.reach
        var support = 0.0
        for old in stride(from: 0, to: olds.count, by: max(every, 1)) {
            let quad = levelOlds[old], place = motion.moved(quad.center)
            var nearest = reach * reach
            grid.look(near: place, within: reach) { new in
                let step = levelNews[new].center - place
                if step.dot(step) < nearest, quad.faces(levelNews[new], turnedBy: motion) {
                    nearest = step.dot(step)
                }
                return false
            }
            let share = 1 - nearest / (reach * reach)
            support += share * share
        }
        return support
    }

    private static let mostCounted = 1024
}
