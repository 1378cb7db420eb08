import QuadGeometry
import RigidCalibration

/// Pairs of two scans, in groups that share an error as corners of a marker do: some are fitted, others predicted.
struct CoverageSet {
    let name: String
    /// The pairs, without their groups.
    let pairs: Correspondences
    /// The places of each group's pairs, group after group along the path.
    let groups: [[Int]]
    /// The time of each pair, in seconds; none of made-up sets.
    let times: [Double]
    /// The place to which an exact motion leads each source.
    let exact: [SIMD3<Double>]
    /// The model to fit; `nil` for the one that the tool chooses.
    let model: MotionModel?
    /// Pairs within this many rows of a fitted one are as good as fitted, and not predicted.
    let reach: Int

    /// The pairs of a group that are fitted, at most.
    static let groupSize = 4
    /// Fewer groups leave too few to predict.
    static let leastGroups = 20
    /// Neighbors of a row, where each row is a group of its own, that count as the same place.
    static let rowReach = 20
    /// The same for rows, if each is a group of its own.
    static let leastRows = 600

    /// A set of which nothing exact is known: the rigid motion of all its pairs takes that place.
    ///
    /// - Parameters:
    ///   - labels: The group of each pair.
    ///   - times: The time of each pair, which orders the groups.
    init(
        name: String, _ pairs: Correspondences, labels: [String], times: [Double], isLevel: Bool
    ) throws(CoverageSetError) {
        var members: [String: [Int]] = [:]
        for (place, label) in labels.enumerated() { members[label, default: []].append(place) }
        let isSingle = members.count == pairs.count
        if isSingle {
            guard pairs.count >= Self.leastRows else {
                throw .few(pairs.count, least: Self.leastRows, "rows, each a group of its own")
            }
            let rows = pairs.sources.indices.sorted { (times[$0], $0) < (times[$1], $1) }
            groups = stride(from: 0, through: rows.count - Self.groupSize, by: Self.groupSize).map {
                Array(rows[$0..<($0 + Self.groupSize)])
            }
        } else {
            guard members.count >= Self.leastGroups else {
                throw .few(members.count, least: Self.leastGroups, "groups")
            }
            groups = members.values.sorted { (times[$0[0]], $0[0]) < (times[$1[0]], $1[0]) }
        }
        reach = isSingle ? Self.rowReach : 0
        var options = CalibrationOptions()
        options.model = .rigid
        do throws(RigidFitError) {
            let motion = try Calibration.motion(of: pairs, options: options)
            exact = pairs.sources.map { motion * $0 }
        } catch {
            throw .refused(error)
        }
        (self.name, self.pairs, self.times) = (name, pairs, times)
        model = isLevel ? nil : .rigid
    }

    /// A made-up set, of which the exact places are known.
    init(name: String, _ pairs: Correspondences, groups: [[Int]], exact: [SIMD3<Double>]) {
        (self.name, self.pairs, self.groups, self.exact) = (name, pairs, groups, exact)
        (times, model, reach) = ([], nil, 0)
    }
}

/// The reason why nothing can be counted on a set.
enum CoverageSetError: Error {
    case few(Int, least: Int, String)
    case refused(RigidFitError)
}
