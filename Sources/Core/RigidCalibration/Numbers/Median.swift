internal import QuadGeometry

/// The middle of numbers, or the mean of the two in the middle; 0 of none.
package func median(_ numbers: [Double]) -> Double {
    guard !numbers.isEmpty else { return 0 }
    var ranked = RankedNumbers(numbers)
    let middle = numbers.count / 2
    return numbers.count.isMultiple(of: 2) ? (ranked[middle - 1] + ranked[middle]) / 2 : ranked[middle]
}
