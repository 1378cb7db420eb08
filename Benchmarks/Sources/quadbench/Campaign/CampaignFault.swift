import MarkersSandbox

/// The kinds of faults that a campaign has its jobs meet.
enum CampaignFault {
    /// A kind, and where it strikes; `K` is a request in the first half of a job.
    static let kinds: [(name: String, places: [String])] = [
        (
            "status",
            ["503:0.3:before:PATCH", "500:0.3:after:PATCH", "502:0.3:before:GET", "503:@1-2:before:markers"]
        ),
        (
            "busy",
            [
                "429=0:0.3:before:PATCH", "429=1:@K:before:PATCH", "429-date=1:@K:before:PATCH",
                "429-garbage:0.2:before:PATCH",
            ]
        ),
        (
            "html-200",
            [
                "html-200:0.3:before:PATCH", "html-200:0.3:after:PATCH", "html-200:@1:after:markers",
                "html-200:@K:before:PATCH",
            ]
        ),
        ("latency", ["latency=20:0.3:before:PATCH", "latency=20:0.3:after:PATCH"]),
        ("drip", ["drip=1:0.1:PATCH", "drip=1:0.1:GET"]),
        ("reset", ["reset:0.3:before:PATCH", "reset:0.3:after:PATCH", "reset:0.3:after:GET"]),
        ("close", ["close:0.3:before:PATCH", "close:0.3:after:PATCH", "close:0.3:before:GET"]),
        (
            "restart",
            [
                "restart=1:@K:before:PATCH", "restart=1:@K:after:PATCH", "restart=1:@2:before:markers",
                "restart=3:@K:after:PATCH",
            ]
        ),
        ("truncate", ["truncate:0.3:PATCH", "truncate:0.3:GET"]),
        ("long", ["long:0.3:PATCH", "long:0.3:GET"]),
        ("short", ["short:0.3:PATCH", "short:0.3:GET"]),
        (
            "answer-twice",
            [
                "answer-twice:0.3:PATCH", "answer-twice:@1-3:markers", "answer-twice=2:0.3:PATCH",
                "answer-twice=2:@1:markers", "answer-twice=2:@3:markers", "answer-twice:0.3:GET",
            ]
        ),
        (
            "answer-late-on-next",
            [
                "answer-late-on-next:@K:PATCH", "answer-late-on-next:0.3:PATCH",
                "answer-late-on-next:@1:markers", "answer-late-on-next:@3:markers",
                "answer-late-on-next:0.3:GET",
            ]
        ),
        (
            "answers-behind",
            [
                "answers-behind:@K:PATCH", "answers-behind:@1:markers", "answers-behind:@3:markers",
                "answers-behind:0.1:GET",
            ]
        ),
        ("stale", ["stale:0.3:GET", "stale:@1-2:markers"]),
        ("list-short", ["list-short:@1:markers", "list-short:@3-4:markers", "list-short:0.3:list"]),
        (
            "list-foreign",
            ["list-foreign:@1:markers", "list-foreign:@3-4:markers", "list-foreign:0.3:markers"]
        ),
        (
            "lock",
            [
                "503:@1:before:lock", "503:@1:after:lock", "reset:@1:after:lock", "429=1:@1:before:lock",
                "html-200:@1:after:lock",
            ]
        ),
        (
            "unlock",
            [
                "503:@1:before:unlock", "503:@1-2:before:unlock", "close:@1:after:unlock",
                "restart=1:@1:before:unlock",
            ]
        ),
        ("expire", ["expire:@K:PATCH", "expire:@1:markers"]),
    ]

    /// The faults of one kind for a job of so many markers.
    static func faults(_ kind: String, markers: Int, by random: inout SeededGenerator) -> [Fault] {
        guard let places = kinds.first(where: { $0.name == kind })?.places else { return [] }
        let place = places[Int.random(in: places.indices, using: &random)]
        let request = Int.random(in: 1...max(1, markers / 2), using: &random)
        guard var fault = Fault(place.replacing("@K", with: "@\(request)")) else { return [] }
        if markers == 1, case .rate = fault.moment { fault.moment = .requests(1...2) }
        return [fault]
    }

    /// One request in ten of those that read or change a marker, of every kind that strikes a share.
    static var mixture: [Fault] {
        let shares: [String] = kinds.flatMap { $0.places }.filter { $0.contains(":0.") }
        return ["PATCH", "GET"].flatMap { method in
            let words = shares.filter { $0.hasSuffix(method) }
            return words.compactMap { word in
                Fault(word).map { fault in
                    var fault = fault
                    fault.moment = .rate(0.1 / Double(words.count))
                    return fault
                }
            }
        }
    }
}
