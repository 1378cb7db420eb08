internal import PublishedResults

extension CodeEntry {
    static let graph = table(
        of: "graph",
        """
        SUSPECT_EDGE error [frames]: all other edges together contradict an edge
        Without it the least cost of the graph falls by more than noise explains in one of a thousand
        graphs, whichever edge noise favours. Where nothing tells edges apart, one of the named is wrong.
        > measure it again, or leave it out; --robust solves without relying on it.

        CLOSURE_FAILS error [frames]: a loop of edges does not close
        The motions around the loop come to a twist that their stated errors explain in fewer than 1
        of 1,000 graphs with as many loops.
        > look for a suspect edge in the loop, or for errors that are stated too small.

        NO_MAJORITY error [frames]: no loop closes, and nothing tells why
        Every edge that a loop checks may be the wrong one, so none is left out.
        > measure a motion that closes another loop.

        NO_CLOSURE warning [frames]: no loop checks the edges
        Every frame hangs on one chain of edges, so a wrong edge would show nowhere.
        > measure a motion that closes a loop.

        NOISE_MISFIT warning [frames]: all edges together miss by more than their errors explain
        Every loop closes within its errors, but the least cost of all edges is larger than noise
        leaves in one of a thousand graphs.
        > state larger errors, or look for edges that are wrong by a little.

        SET_ASIDE info [frames]: the robust solution nearly ignores an edge
        With --robust, edges that miss by many deviations count less: this one below half.
        > look at what it measured.

        UNCHECKED info [frames]: the edge is in no loop
        Nothing shows whether it is right, so nothing is claimed of it.
        > measure a motion that closes a loop with it, if it matters.

        LONE_FRAME info [frames]: the frame has no edges
        It has no edge, so no other frame knows where it is.
        > measure a motion to it, or leave it out.

        UNCONNECTED refused [frames graph fuse]: nothing joins what is asked about
        No edges lead from one frame to the other, or sessions share too few markers with the others
        to be placed. Exit code 4.
        > measure a motion between the two parts, or add a session that sees markers of both.

        ILL_CONDITIONED refused [frames]: the solution would have too few digits
        Edges whose errors differ by millions contradict each other. Exit code 4.
        > leave out edges whose errors are millions of times those of others.

        NOT_SETTLED refused [frames graph handeye]: the steps of the solver do not settle
        Poses still move after all steps: most often some are wrong by far. Exit code 4.
        > look at the closures, or for poses that are paired wrongly.

        NO_SUCH_FRAME refused [frames]: no frame has that name
        A frame that is asked for is not in the graph.
        > name a frame of the graph; ids of g2o are names.
        """)

    /// The faults for which the file of a graph is refused, with its line.
    static let graphFiles: [CodeEntry] = [
        file("BINARY", "bytes that are no text", "give a text file."),
        file(
            "UNKNOWN_RECORD", "a record other than VERTEX_SE3:QUAT, EDGE_SE3:QUAT and FIX",
            "keep VERTEX_SE3:QUAT, EDGE_SE3:QUAT and FIX."),
        file(
            "WRONG_COUNT", "a record, a matrix or a row with too few or too many numbers",
            "write it as the program that made it does."),
        file("BAD_NUMBER", "text that is not a finite number", "write the number with a decimal point."),
        file("BAD_ID", "an id that is not a whole number of 31 bits", "number the vertices from 0."),
        file("BAD_NAME", "no name of a frame", "give it 1 to 256 visible characters."),
        file("DUPLICATE_VERTEX", "a vertex that is there twice", "leave one of the two out."),
        file("DUPLICATE_FRAME", "a frame that is there twice", "leave one of the two out."),
        file("NO_VERTEX", "an edge to a vertex that is not there", "add the vertex."),
        file("NO_FRAME", "an edge to a frame that is not named", "name it among the frames."),
        file("SELF_EDGE", "an edge that joins a frame with itself", "leave the edge out."),
        file(
            "ZERO_QUATERNION", "a quaternion of zeros",
            "write a quaternion of length one, in the order x y z w."),
        file(
            "NOT_UNIT", "a quaternion whose length is not one to within a thousandth",
            "write a quaternion of length one, in the order x y z w."),
        file("NO_MOTION", "a matrix that is not a rigid motion", "write a rotation and a shift by columns."),
        file(
            "NOT_POSITIVE_DEFINITE", "a covariance that is not positive definite",
            "state the error of all six directions, above zero."),
        file("NO_COVARIANCE", "an edge without any error", "state its error, or hold its frames."),
        file("NON_FINITE", "a number that is not finite", "give finite numbers."),
        file("OUT_OF_RANGE", "a motion beyond a million metres", "count from a place nearby."),
        file("HELD_WITHOUT_POSE", "a frame that is held without a pose", "give its columns."),
        file("TOO_MANY_EDGES", "more than a million edges", "split the graph."),
        file("TOO_MANY_VERTICES", "more than a million vertices", "split the graph."),
        file("DUPLICATE_STAMP", "a time that two rows of a trajectory have", "leave one of them out."),
        file("LONG_STAMP", "a time of more than 64 characters", "write the time in seconds."),
        file("LONG_LINE", "a line that is longer than any record", "write one record a line."),
        file("TOO_LARGE", "a document of more than a gigabyte", "split the graph."),
    ]

    private static func file(_ code: String, _ what: String, _ fix: String) -> CodeEntry {
        let guide = CodeGuide(
            severity: "refused", summary: "the file has \(what)",
            meaning: "The message names the line, what stands there and what was expected. Exit code 3.",
            fix: fix)
        return CodeEntry(code, .record, of: ["graph"], guide)
    }
}
