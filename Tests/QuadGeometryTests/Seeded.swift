import TestSupport
import Testing

extension Trait where Self == IssueHandlingTrait {
    /// Names the seed with every failure, so that it can be had again.
    static var seeded: Self {
        .compactMapIssues { issue in
            var named = issue
            named.comments.append("QUADCAL_SEED=\(Seeds.first)")
            return named
        }
    }
}
