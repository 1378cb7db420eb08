@testable import Markers

/// The promises about everything that is written: bytes are orders to the writer.
enum WriterPromises {
    static func check(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var orders = bytes.dropFirst()
        var json = JSONWriter(openDepth: Int(first & 3))
        var isFinite = true
        json.array { json in
            while !orders.isEmpty { write(&orders, &json, 1, &isFinite) }
        }
        do throws(JSONError) {
            let text = try json.take()
            promise(isFinite, "what is not finite is refused")
            var automaton = JSONAutomaton()
            promise(automaton.accepts(text), "what is written is JSON")
            if !automaton.hasDuplicates { promise((try? JSONValue(text)) != nil, "and is read") }
        } catch {
            promise(!isFinite && error.code == .notFinite, "what is finite is written")
        }
    }

    private static func write(
        _ orders: inout ArraySlice<UInt8>, _ json: inout JSONWriter, _ depth: Int, _ isFinite: inout Bool
    ) {
        switch orders.popFirst() {
        case 0?: json.null()
        case 1?: json.value(orders.popFirst() ?? 0 > 127)
        case 2?:
            let number = orders.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            orders = orders.dropFirst(8)
            json.value(Int64(bitPattern: number))
        case 3?:
            let bits = orders.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            orders = orders.dropFirst(8)
            number(Double(bitPattern: bits), &json, &isFinite)
        case 4? where depth < 60:
            json.array { json in
                while let next = orders.first, next != 255 { write(&orders, &json, depth + 1, &isFinite) }
            }
            orders = orders.dropFirst()
        case 5? where depth < 60:
            json.object { json in
                while let next = orders.first, next != 255 {
                    json.key(text(&orders))
                    write(&orders, &json, depth + 1, &isFinite)
                }
            }
            orders = orders.dropFirst()
        default: json.value(text(&orders))
        }
    }

    /// Each finite number is read back with the same bits.
    private static func number(_ number: Double, _ json: inout JSONWriter, _ isFinite: inout Bool) {
        json.value(number)
        isFinite = isFinite && number.isFinite
        guard number.isFinite else { return }
        var alone = JSONWriter()
        alone.value(number)
        let text = (try? alone.take()) ?? []
        let again = (try? JSONValue(text))?.double
        promise(again?.bitPattern == number.bitPattern, "\(number) is read back")
        promise(text.elementsEqual("\(number)".utf8), "\(number) is written as Swift does")
    }

    private static func text(_ orders: inout ArraySlice<UInt8>) -> String {
        let count = Int(orders.popFirst() ?? 0) & 0x1f
        let text = String(decoding: orders.prefix(count), as: UTF8.self)
        orders = orders.dropFirst(count)
        return text
    }
}
