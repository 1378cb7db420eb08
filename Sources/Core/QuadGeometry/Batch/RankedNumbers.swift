/// Numbers of which a few are wanted by their rank, in linear time for each (Hoare's selection).
package struct RankedNumbers {
    /// Those before a rank that was asked for are not larger, those after it not smaller.
    private var numbers: [Double]

    /// Numbers without NaN.
    package init(_ numbers: [Double]) { self.numbers = numbers }

    /// The number that would stand there if they were sorted.
    package subscript(rank: Int) -> Double {
        mutating get {
            var low = 0, high = numbers.count - 1, left = Int.bitWidth
            while low < high {
                // Numbers that somebody has arranged against this are sorted.
                guard left > 0 else {
                    numbers[low...high].sort()
                    break
                }
                left -= 1
                let pivot = pivot(low, high)
                var (first, last) = (low, high)
                while first <= last {
                    while numbers[first] < pivot { first += 1 }
                    while numbers[last] > pivot { last -= 1 }
                    guard first <= last else { break }
                    numbers.swapAt(first, last)
                    (first, last) = (first + 1, last - 1)
                }
                if rank <= last { high = last } else if rank >= first { low = first } else { break }
            }
            return numbers[rank]
        }
    }

    /// The middle of the first, the last and the one between.
    private func pivot(_ low: Int, _ high: Int) -> Double {
        let (a, b, c) = (numbers[low], numbers[low + (high - low) / 2], numbers[high])
        return max(min(a, b), min(max(a, b), c))
    }
}
