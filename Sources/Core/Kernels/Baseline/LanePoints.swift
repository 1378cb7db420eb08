/// The layout of the numbers of many problems of equally many pairs: the steps, in doubles, from one pair, one axis
/// and one problem to the next.
public typealias PairLayout = (pair: Int, axis: Int, problem: Int)

/// The points of one side of as many problems as there are lanes, in columns `axis` doubles apart.
@safe
struct LanePoints {
    let base: UnsafePointer<Double>
    let pair, axis: Int

    @inline(__always)
    func point(_ index: Int) -> LaneVector { unsafe LaneVector(at: base + index * pair, stride: axis) }
}

/// Points that lie problem by problem brought into columns, `count` numbers for each of `live` problems `step` doubles
/// apart; the lanes after those repeat the last. Never inlined: the compiler would take the lanes apart from the start.
@inline(never)
func gather(
    _ points: UnsafePointer<Double>, _ layout: PairLayout, _ pairs: Int, _ live: Int,
    _ columns: UnsafeMutablePointer<Double>
) {
    let width = Lanes.scalarCount
    for lane in 0..<width {
        let problem = unsafe points + Swift.min(lane, live - 1) * layout.problem
        for pair in 0..<pairs {
            let point = unsafe problem + pair * layout.pair,
                column = unsafe columns + (3 * pair * width + lane)
            unsafe column[0] = unsafe point[0]
            unsafe column[width] = unsafe point[layout.axis]
            unsafe column[2 * width] = unsafe point[2 * layout.axis]
        }
    }
}
