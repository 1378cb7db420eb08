import TestSupport
import Testing

extension Trait where Self == IssueHandlingTrait {
    /// Names the seed with every failure, so that it can be reproduced.
    static var seeded: Self {
        .compactMapIssues { issue in
            let seed: Comment = "QUADCAL_SEED=\(Seeds.first)"
            // A suite passes its traits on to its tests, which would name it twice.
            guard !issue.comments.contains(seed) else { return issue }
            var named = issue
            named.comments.append(seed)
            return named
        }
    }
}
