internal import FrameGraph
internal import QuadGeometry
package import StrictJSON

extension GraphDocument {
    /// A cycle of edges, and by how much it misses closing.
    package struct Closure: DocumentObject {
        package var edges: [Int] = []
        package var frames: [String] = []
        package var turnDegrees = 0.0
        package var shift = 0.0
        package var isHalfTurn = false
        package var chiSquare: Double?
        package var probability = 1.0
        package var fails = false

        package init() {}

        package static let members: [DocumentMember<Closure>] = [
            .always("edges", \.edges, "Its edges by their numbers, in order around the cycle."),
            .always("frames", \.frames, "Its frames in the same order."),
            .always("turnDegrees", \.turnDegrees, "The turn that is missed, 0 to 180."),
            .always("shift", \.shift, "The shift that is missed, in metres."),
            .always("halfTurn", \.isHalfTurn, "Whether the turn's axis may point either way."),
            .always(
                "chiSquare", \.chiSquare,
                "The squared miss in deviations, 6 in the mean; null beyond numbers."),
            .always("probability", \.probability, "The probability that noise alone misses by more."),
            .always("fails", \.fails, "Whether that is too small."),
        ]
    }

    /// A component of the graph with its least-squares poses.
    package struct Component: DocumentObject {
        package var held: [String] = []
        package var frames: [Pose] = []
        package var edges: [Residual] = []
        package var cost = 0.0, startCost = 0.0
        package var freedom = 0, steps = 0
        package var probability: Double?
        package var digits = 0.0

        package init() {}

        package static let members: [DocumentMember<Component>] = [
            .always("held", \.held, "The frames that were held."),
            .always("frames", \.frames, "The poses, in the frame of the root."),
            .always("edges", \.edges, "What is left between each edge and the poses."),
            .always("cost", \.cost, "The squares of all residuals, in deviations."),
            .always("startCost", \.startCost, "The same of the poses by the best tree."),
            .always("freedom", \.freedom, "The degrees of freedom, which are the cost to expect."),
            .always(
                "probability", \.probability, "The probability of a greater cost; null without redundancy."),
            .always("steps", \.steps, "The steps of the solver."),
            .always("digits", \.digits, "The decimal digits that conditioning leaves to the poses."),
        ]
    }

    package struct Pose: DocumentObject {
        package var frame = ""
        package var columns: [Double] = []
        package var covariance: [Double]?
        package var error95: Double?
        package var turnError95Degrees: Double?

        package init() {}

        package static let members: [DocumentMember<Pose>] = [
            .always("frame", \.frame, "The frame."),
            .always(
                "columns", \.columns, "Its pose: a 4x4 matrix column by column, in metres.",
                schema: .array(.number, count: 16)),
            .always(
                "covariance", \.covariance,
                "The 21 numbers of its covariance, turns first; null where it is held."),
            .always(
                "error95", \.error95, "What its place is off by at most in 95 of 100 cases, in metres."),
            .always("turnError95Degrees", \.turnError95Degrees, "The same of its turn."),
        ]
    }

    /// An edge beside the solution.
    package struct Residual: DocumentObject {
        package var edge = 0
        package var turnDegrees = 0.0, shift = 0.0
        package var squares = 0.0, leverage = 0.0, weight = 1.0
        package var isSetAside = false

        package init() {}

        package static let members: [DocumentMember<Residual>] = [
            .always("edge", \.edge, "The number of the edge."),
            .always("turnDegrees", \.turnDegrees, "The turn between the edge and the solution."),
            .always("shift", \.shift, "The shift between them, in metres."),
            .always("squares", \.squares, "The squared residual in deviations, 6 less leverage in the mean."),
            .always("leverage", \.leverage, "How much of its 6 numbers the edge decides itself."),
            .always("weight", \.weight, "Its weight; 1 without --robust."),
            .always("setAside", \.isSetAside, "Whether --robust nearly ignores it."),
        ]
    }

    /// A frame seen from another.
    package struct View: DocumentObject {
        package var from = "", to = ""
        package var columns: [Double] = []
        package var covariance: [Double]?
        package var error95: Double?
        package var turnError95Degrees: Double?
        package var path: [String] = []

        package init() {}

        package static let members: [DocumentMember<View>] = [
            .always("from", \.from, "The frame whose pose this is."),
            .always("to", \.to, "The frame in which it is seen."),
            .always(
                "columns", \.columns, "The pose: a 4x4 matrix column by column, in metres.",
                schema: .array(.number, count: 16)),
            .always(
                "covariance", \.covariance,
                "The 21 numbers of its covariance, turns first; null of a frame seen from itself."),
            .always(
                "error95", \.error95, "What its place is off by at most in 95 of 100 cases, in metres."),
            .always("turnError95Degrees", \.turnError95Degrees, "The same of its turn."),
            .always(
                "path", \.path, "The frames on the way, from \"to\" to \"from\"; none of a solution."),
        ]
    }
}
