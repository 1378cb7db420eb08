import DemoScenes
import MarkersSandbox

extension DemoScene {
    /// Everything that its server has, without the true values.
    var records: [SandboxRecord] {
        let parts: [(SandboxRecord.Content, [DemoRecord])] = [
            (.space, [space]), (.workSession, sessions), (.marker, markers),
            (.referenceSet, [referenceSet]), (.anchor, oldAnchors + newAnchors),
            (.laserGuide, [laserGuide]),
        ]
        return parts.flatMap { content, records in
            records.map { SandboxRecord(content, id: $0.id, owner: $0.owner, json: $0.json) }
        }
    }
}
