/// A measurement: all samples, and what they are held against.
package struct MeasuredValue: Codable, Equatable, Sendable {
    /// The same work by another tool, measured in the same run.
    package struct Peer: Codable, Equatable, Sendable {
        package var name: String
        package var value: Double

        package init(name: String, value: Double) { (self.name, self.value) = (name, value) }
    }

    package var name: String
    package var area: String
    package var unit: String
    package var quantity: Quantity
    package var better: Better
    /// One value of each repetition.
    package var samples: [Double]
    /// The middle of the samples, the lower of two.
    package var value: Double
    /// The value that must not be passed; with `limitIsRatio` it holds for the ratio to the peer.
    package var limit: Double?
    package var limitIsRatio: Bool?
    package var isWithinLimit: Bool?
    package var peer: Peer?
    /// The value over the peer's.
    package var ratio: Double?

    package init(
        name: String, area: String, unit: String, quantity: Quantity, better: Better, samples: [Double],
        limit: Double? = nil, limitIsRatio: Bool = false, peer: Peer? = nil
    ) {
        (self.name, self.area, self.unit) = (name, area, unit)
        (self.quantity, self.better, self.samples) = (quantity, better, samples)
        value = samples.isEmpty ? .nan : samples.sorted()[(samples.count - 1) / 2]
        self.peer = peer
        ratio = peer.map { [value] in value / $0.value }
        self.limit = limit
        self.limitIsRatio = limit == nil ? nil : limitIsRatio
        guard let limit else { return }
        let judged = limitIsRatio ? ratio : value
        // Without the peer there is no ratio to judge.
        isWithinLimit = judged.map { better == .lower ? $0 <= limit : $0 >= limit }
    }
}
