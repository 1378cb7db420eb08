/// The reason why a measurement stopped, with the full text.
enum BenchError: Error, CustomStringConvertible {
    case usage(String)
    case missingOption(String)
    case notANumber(option: String, value: String)
    case badFile(String, String)
    /// The line counts from 1.
    case badLine(String, Int, String)
    case badCase(id: String, String)
    case peer(String, String)
    case violated(String)

    var description: String {
        switch self {
        case .usage(let text): "usage:\n\(text)"
        case .missingOption(let name): "--\(name) is missing"
        case .notANumber(let option, let value): "--\(option) \(value): not a positive whole number"
        case .badFile(let file, let problem): "\(file): \(problem)"
        case .badLine(let file, let line, let problem): "\(file), line \(line): \(problem)"
        case .badCase(let id, let problem): "case \(id): \(problem)"
        case .peer(let name, let problem): "peer \(name): \(problem)"
        case .violated(let what): what
        }
    }
}

extension [String: String] {
    func required(_ name: String) throws -> String {
        guard let value = self[name] else { throw BenchError.missingOption(name) }
        return value
    }

    /// A duration above zero; `nil` if none is given.
    func seconds(_ name: String) throws -> Double? {
        guard let text = self[name] else { return nil }
        guard let seconds = Double(text), seconds > 0 else {
            throw BenchError.usage("--\(name) \(text): not a number of seconds above zero")
        }
        return seconds
    }

    func count(_ name: String, default fallback: Int) throws -> Int {
        guard let text = self[name] else { return fallback }
        guard let value = Int(text), value > 0 else { throw BenchError.notANumber(option: name, value: text) }
        return value
    }
}
