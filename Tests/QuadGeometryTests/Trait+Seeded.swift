import TestSupport
import Testing

extension Trait where Self == IssueHandlingTrait {
    /// Names the seed with every failure, so that it can be had again.
    static var seeded: Self {
        .compactMapIssues { issue in
            let seed: Comment = "QUADCAL_SEED=\(Seeds.first)"
            // A suite hands its traits down to its tests, which would say it twice.
            guard !issue.comments.contains(seed) else { return issue }
            var named = issue
            named.comments.append(seed)
            return named
        }
    }
}
