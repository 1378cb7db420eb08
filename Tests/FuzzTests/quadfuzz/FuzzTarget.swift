/// A reader, and the promises that it keeps for any input.
struct FuzzTarget: Sendable {
    let name: String
    let check: @Sendable ([UInt8]) -> Void

    static let all = [
        FuzzTarget(name: "document", check: DocumentPromises.check),
        FuzzTarget(name: "models", check: ModelPromises.check),
        FuzzTarget(name: "list", check: ListPromises.check),
        FuzzTarget(name: "markers", check: MarkerDocumentPromises.check),
        FuzzTarget(name: "rewriter", check: RewriterPromises.check),
        FuzzTarget(name: "writer", check: WriterPromises.check),
        FuzzTarget(name: "pairs", check: TablePromises.pairs),
        FuzzTarget(name: "points", check: TablePromises.points),
        FuzzTarget(name: "quads", check: TablePromises.quads),
        FuzzTarget(name: "fit", check: SavedFitPromises.check),
        FuzzTarget(name: "rows", check: RowPromises.check),
        FuzzTarget(name: "matrix", check: SmallTextPromises.matrix),
        FuzzTarget(name: "map", check: SmallTextPromises.map),
        FuzzTarget(name: "motion", check: ExchangePromises.motion),
        FuzzTarget(name: "poses", check: ExchangePromises.poses),
        FuzzTarget(name: "g2o", check: GraphPromises.g2o),
        FuzzTarget(name: "graph", check: GraphPromises.json),
        FuzzTarget(name: "tum", check: GraphPromises.tum),
        FuzzTarget(name: "sensor", check: SensorPromises.check),
        FuzzTarget(name: "websocket", check: SocketPromises.check),
        FuzzTarget(name: "message", check: MessagePromises.check),
        FuzzTarget(name: "door", check: DoorPromises.check),
        FuzzTarget(name: "date", check: SmallTextPromises.date),
    ]

    /// None of the readers: a working fuzzer must break the first, and one with an address sanitizer the second, too.
    static let planted = [
        FuzzTarget(name: "planted", check: PlantedTrap.check),
        FuzzTarget(name: "planted-read", check: PlantedRead.check),
    ]
}

/// Ends the process with a trap, which the fuzzer reports with the input, where a promise is broken.
func promise(_ holds: Bool, _ text: @autoclosure () -> String) {
    if !holds { fatalError("broken promise: \(text())") }
}
