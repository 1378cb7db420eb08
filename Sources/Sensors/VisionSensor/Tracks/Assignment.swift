/// Partners for rows among columns such that the sum of their costs is least, each column for one row at most.
///
/// As many rows as possible get a partner; pairs of infinite cost are never partners. By shortest augmenting paths (Jonker and
/// Volgenant), in the time of rows² · columns.
struct Assignment {
    /// The column of each row; `nil` of those without one.
    let columns: [Int?]

    /// The most work that a part of a crowd may take, as rows² · (rows + columns); in a larger one the cheapest pairs are partners
    /// first, which are not always the most.
    private static let mostWork = 1 << 30

    /// The column of each row, of costs that most pairs do not have; `nil` of rows without a partner. Rows and columns that no such pair joins
    /// are parts of their own, and solved alone.
    static func columns(_ costs: [[(column: Int, cost: Double)]]) -> [Int?] {
        var found = [Int?](repeating: nil, count: costs.count)
        var rowsOf: [Int: [Int]] = [:]
        for (row, pairs) in costs.enumerated() {
            for pair in pairs { rowsOf[pair.column, default: []].append(row) }
        }
        var isDone = [Bool](repeating: false, count: costs.count)
        for first in costs.indices where !isDone[first] && !costs[first].isEmpty {
            var rows = [first], columns: Set<Int> = [], next = 0
            isDone[first] = true
            while next < rows.count {
                for pair in costs[rows[next]] where columns.insert(pair.column).inserted {
                    for row in rowsOf[pair.column] ?? [] where !isDone[row] {
                        isDone[row] = true
                        rows.append(row)
                    }
                }
                next += 1
            }
            rows.sort()
            for (row, column) in part(rows, columns.sorted(), costs) { found[row] = column }
        }
        return found
    }

    private static func part(
        _ rows: [Int], _ columns: [Int], _ costs: [[(column: Int, cost: Double)]]
    ) -> [(row: Int, column: Int)] {
        guard rows.count * rows.count * (columns.count + rows.count) <= mostWork else {
            var pairs = rows.flatMap { row in costs[row].map { (row: row, column: $0.column, cost: $0.cost) }
            }
            pairs.sort { ($0.cost, $0.row, $0.column) < ($1.cost, $1.row, $1.column) }
            var taken: (rows: Set<Int>, columns: Set<Int>) = ([], [])
            return pairs.filter { pair in
                guard !taken.rows.contains(pair.row), !taken.columns.contains(pair.column) else {
                    return false
                }
                taken.rows.insert(pair.row)
                taken.columns.insert(pair.column)
                return true
            }.map { ($0.row, $0.column) }
        }
        let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
        let table = rows.map { row in
            var line = [Double](repeating: .infinity, count: columns.count)
            for pair in costs[row] { if let place = places[pair.column] { line[place] = pair.cost } }
            return line
        }
        return zip(rows, Assignment(table).columns).compactMap { row, column in
            column.map { (row, columns[$0]) }
        }
    }

    /// - Parameter costs: Row by row; not negative, or infinite.
    init(_ costs: [[Double]]) {
        let rows = costs.count, width = costs.first?.count ?? 0
        guard rows > 0, width > 0 else {
            columns = [Int?](repeating: nil, count: rows)
            return
        }
        let largest = costs.joined().reduce(0) { $1.isFinite ? Double.maximum($0, $1) : $0 }
        // So large that one pair more is always worth it.
        let forbidden = (largest + 1) * Double(rows + 1)
        // A column of its own for every row makes room for all.
        let all = width + rows
        func cost(_ row: Int, _ column: Int) -> Double {
            guard column < width else { return forbidden }
            let own = costs[row][column]
            return own.isFinite ? own : 2 * forbidden
        }
        var rowPrice = [Double](repeating: 0, count: rows + 1)
        var columnPrice = [Double](repeating: 0, count: all + 1)
        // Rows and columns count from 1 here: 0 is the row that looks for a partner.
        var partner = [Int](repeating: 0, count: all + 1), way = partner
        for row in 1...rows {
            partner[0] = row
            var column = 0
            var least = [Double](repeating: .infinity, count: all + 1)
            var isUsed = [Bool](repeating: false, count: all + 1)
            repeat {
                isUsed[column] = true
                let holder = partner[column]
                var shortest = Double.infinity, next = 0
                for other in 1...all where !isUsed[other] {
                    let price = cost(holder - 1, other - 1) - rowPrice[holder] - columnPrice[other]
                    if price < least[other] { (least[other], way[other]) = (price, column) }
                    if least[other] < shortest { (shortest, next) = (least[other], other) }
                }
                for other in 0...all {
                    if isUsed[other] {
                        rowPrice[partner[other]] += shortest
                        columnPrice[other] -= shortest
                    } else {
                        least[other] -= shortest
                    }
                }
                column = next
            } while partner[column] != 0
            repeat {
                partner[column] = partner[way[column]]
                column = way[column]
            } while column != 0
        }
        var found = [Int?](repeating: nil, count: rows)
        for column in 1...width where partner[column] > 0 {
            let row = partner[column] - 1
            if costs[row][column - 1].isFinite { found[row] = column - 1 }
        }
        columns = found
    }
}
