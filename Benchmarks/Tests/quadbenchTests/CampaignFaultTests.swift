import MarkersSandbox
import Testing

@testable import quadbench

@Suite("The faults of campaigns")
struct CampaignFaultTests {
    @Test("are all known to the sandbox")
    func places() {
        for place in CampaignFault.kinds.flatMap({ $0.places }) {
            #expect(Fault(place.replacing("@K", with: "@1")) != nil, "\(place)")
        }
    }

    @Test(
        "meet one request in ten of those that read or change, if they are mixed",
        arguments: ["GET", "PATCH"])
    func mixture(method: String) {
        let faults = CampaignFault.mixture.filter { $0.requests?.name == method }
        let shares = faults.map { fault -> Double in
            if case .rate(let share) = fault.moment { share } else { 1 }
        }
        #expect(shares.count > 5)
        #expect((shares.reduce(0, +) * 1000).rounded() == 100)
    }

    @Test("come in every sweep, in another mode each time, and some in every story")
    func sweeps() {
        let kinds = CampaignFault.kinds.map(\.name) + [CampaignDraw.mixture]
        let draws = (0..<3 * kinds.count).map {
            CampaignDraw($0, seed: 1, modes: CampaignMode.allCases, markers: 24)
        }
        for kind in kinds {
            #expect(Set(draws.filter { $0.fault == kind }.map(\.mode)).count == CampaignMode.allCases.count)
        }
        #expect(Set(draws.map(\.story)).count == CampaignStory.allCases.count)
    }
}
