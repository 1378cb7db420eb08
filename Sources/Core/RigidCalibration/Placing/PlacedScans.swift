internal import QuadGeometry

/// The quads of two scans, ready to be laid on each other.
struct PlacedScans {
    let olds, news: [Quad]
    let levelOlds, levelNews: [LevelQuad]
    let grid: CenterGrid

    /// Corners that are farther off than this share of an edge may be those of another order.
    static let shareOfEdge = 0.4
    /// The distance within which a quad is looked for at first, in metres.
    static let reach = 0.2

    init(_ olds: [Quad], _ news: [Quad]) {
        (self.olds, self.news) = (olds, news)
        (levelOlds, levelNews) = (olds.map { LevelQuad($0) }, news.map { LevelQuad($0) })
        grid = CenterGrid(levelNews.map { $0.center }, reach: PlacedScans.reach)
    }

    /// The number of some old quads, from all over, that are near a new one that faces as they do; the nearer they are, the more each counts.
    func support(_ motion: LevelMotion) -> Double {
        let every = (olds.count + PlacedScans.mostCounted - 1) / PlacedScans.mostCounted
        let reach = PlacedScans.reach
        var support = 0.0
        for old in stride(from: 0, to: olds.count, by: max(every, 1)) {
            let quad = levelOlds[old], place = motion.moved(quad.center)
            var nearest = reach * reach, seen = 0
            grid.look(near: place, within: reach) { new in
                let step = levelNews[new].center - place
                if step.dot(step) < nearest, quad.faces(levelNews[new], turnedBy: motion) {
                    nearest = step.dot(step)
                }
                seen += 1
                return seen >= PlacedScans.mostNear
            }
            let share = 1 - nearest / (reach * reach)
            support += share * share
        }
        return support
    }

    private static let mostCounted = 1024
    /// Of so many in one place each is as near as any.
    private static let mostNear = 64
}
