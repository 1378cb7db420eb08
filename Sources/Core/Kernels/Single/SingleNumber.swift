// The types with which the fit of `QuadKernels` solves a single problem: `Lanes` holds one number, and a vector fills one
// register. The steps and their order are the same, so the results have the same bits. Built twice: for any processor and
// for x86-64-v3.

struct Lanes {
    var value: Double

    @inline(__always)
    init(repeating value: Double) { self.value = value }

    @inline(__always)
    static var zero: Lanes { Lanes(repeating: 0) }

    @inline(__always)
    static func + (a: Lanes, b: Lanes) -> Lanes { Lanes(repeating: a.value + b.value) }

    @inline(__always)
    static func - (a: Lanes, b: Lanes) -> Lanes { Lanes(repeating: a.value - b.value) }

    @inline(__always)
    static func * (a: Lanes, b: Lanes) -> Lanes { Lanes(repeating: a.value * b.value) }

    @inline(__always)
    static func / (a: Lanes, b: Lanes) -> Lanes { Lanes(repeating: a.value / b.value) }

    @inline(__always)
    static func * (a: Double, b: Lanes) -> Lanes { Lanes(repeating: a * b.value) }

    @inline(__always)
    static func * (a: Lanes, b: Double) -> Lanes { Lanes(repeating: a.value * b) }

    @inline(__always)
    static func / (a: Double, b: Lanes) -> Lanes { Lanes(repeating: a / b.value) }

    @inline(__always)
    static func - (a: Double, b: Lanes) -> Lanes { Lanes(repeating: a - b.value) }

    @inline(__always)
    static func += (a: inout Lanes, b: Lanes) { a = a + b }

    @inline(__always)
    static func .> (a: Lanes, b: Lanes) -> LaneMask { LaneMask(repeating: a.value > b.value) }

    @inline(__always)
    static func .> (a: Lanes, b: Double) -> LaneMask { LaneMask(repeating: a.value > b) }

    @inline(__always)
    static func .<= (a: Lanes, b: Lanes) -> LaneMask { LaneMask(repeating: a.value <= b.value) }

    @inline(__always)
    static func .<= (a: Lanes, b: Double) -> LaneMask { LaneMask(repeating: a.value <= b) }

    @inline(__always)
    var magnitude: Lanes { Lanes(repeating: value.magnitude) }

    @inline(__always)
    func replacing(with other: Double, where mask: LaneMask) -> Lanes {
        Lanes(repeating: mask.isSet ? other : value)
    }

    @inline(__always)
    mutating func replace(with other: Lanes, where mask: LaneMask) { if mask.isSet { self = other } }

    /// The largest power of two that is at most this normal positive number, and its inverse.
    @inline(__always)
    var powersOfTwo: (power: Lanes, inverse: Lanes) {
        let exponent = value.bitPattern & 0x7ff0_0000_0000_0000
        return (
            Lanes(repeating: Double(bitPattern: exponent)),
            Lanes(repeating: Double(bitPattern: 0x7fe0_0000_0000_0000 &- exponent))
        )
    }
}

/// Whether something holds.
struct LaneMask {
    let isSet: Bool

    @inline(__always)
    init(repeating isSet: Bool) { self.isSet = isSet }

    @inline(__always)
    static func .& (a: LaneMask, b: LaneMask) -> LaneMask { LaneMask(repeating: a.isSet && b.isSet) }

    @inline(__always)
    static prefix func .! (a: LaneMask) -> LaneMask { LaneMask(repeating: !a.isSet) }
}

@inline(__always)
func any(_ mask: LaneMask) -> Bool { mask.isSet }

@inline(__always)
func least(_ a: Lanes, _ b: Lanes) -> Lanes { b.value < a.value ? b : a }

@inline(__always)
func most(_ a: Lanes, _ b: Lanes) -> Lanes { b.value > a.value ? b : a }
