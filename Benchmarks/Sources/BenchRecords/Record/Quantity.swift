/// The way in which two measurements of the same thing are compared.
package enum Quantity: String, Codable, Sendable, CaseIterable {
    /// A time, a rate or a size of memory: by its ratio, since machines and moments differ.
    case cost
    /// Right decimal places: by the difference.
    case digits
    /// A number that is the same in every run, such as allocations: exactly.
    case count
    /// A share, an exponent or a ratio to a peer, which is only held against its own limit.
    case judged
}

/// The direction in which a measurement improves.
package enum Better: String, Codable, Sendable {
    case lower, higher
}
