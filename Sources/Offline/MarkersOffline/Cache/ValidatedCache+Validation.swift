internal import Foundation
internal import Markers
public import MarkersEndpoint

/// The validation of many lists by one request.
extension ValidatedCache {
    /// The result of a validation.
    public struct Validation: Sendable {
        /// The knowledge of each list that was asked for.
        public internal(set) var staleness: [CacheCategory: Staleness] = [:]
        /// The lists that could not be read, and why.
        public internal(set) var failures: [CacheCategory: CacheError] = [:]
        /// The reason why the server's answer was not used and each list was asked for by itself; `nil` if it was used.
        public internal(set) var fallback: APIError?
    }

    /// The most values of inline items that are read.
    private static let mostValues = 1 << 20

    /// Asks the server by one request which of the lists that are kept have changed, and brings those up to date.
    ///
    /// Elements in the answer replace those with the same ids; a list that the answer lacks is read. Some servers answer with whole lists,
    /// others with what has changed, and some answers are cut: where a kept element lacks, the list is read. A list whose last
    /// change was in the second in which it was read is read in any case, since another change may have the same time. A server that
    /// answers something else is asked for each list by itself.
    ///
    /// - Parameters:
    ///   - categories: The lists; those that are not kept are read.
    ///   - user: The user whose lists they are.
    ///   - form: The form of the request.
    public func validate(
        _ categories: [CacheCategory], for user: String, form: MarkersAPI.ValidationForm = .wrapped
    ) async -> Validation {
        var result = Validation()
        // A store that cannot be read is reported of each list as that is confirmed.
        let kept = (try? await store.outlines(of: categories)) ?? [:]
        let times = kept.compactMapValues(\.time)
        let questions = Dictionary(
            categories.map { ($0, question(about: $0)) }, uniquingKeysWith: { first, _ in first })
        var answer: JSONValue?, date: Date?
        if !times.isEmpty {
            do throws(APIError) {
                let names = Dictionary(times.map { ($0.name, $1) }, uniquingKeysWith: { first, _ in first })
                let reply = try await api.validateCache(names, of: user, form: form)
                if reply.lists.kind == .object { (answer, date) = reply }
            } catch {
                result.fallback = error
            }
        }
        for category in categories {
            let isUpToDate = await settle(
                category, kept[category], answer?[category.name], questions[category], date)
            if !isUpToDate {
                if case .failure(let failure) = await confirm(category, isChanged: answer != nil) {
                    result.failures[category] = failure
                }
            }
            result.staleness[category] = staleness(of: category)
        }
        return result
    }

    /// Reads a list once more, or asks by its validator whether it holds.
    private func confirm(_ category: CacheCategory, isChanged: Bool) async -> Answer {
        guard isChanged else { return await confirm(category) }
        let question = question(about: category)
        do throws(CacheError) { return .success(try await readAnew(category, question)) } catch {
            return .failure(error)
        }
    }

    /// Takes what the server says of a list; `false` if the list has to be read.
    private func settle(
        _ category: CacheCategory, _ outline: KeptOutline?, _ said: JSONValue?, _ question: Question?,
        _ date: Date?
    ) async -> Bool {
        guard let outline, let question, outline.isSettled, let isChanged = said?["invalidate"]?.bool else {
            return false
        }
        guard isChanged else {
            note(category, question)
            return true
        }
        guard let items = said?["updatedItems"].flatMap(Self.items), !items.isEmpty,
            let list = try? await kept(category),
            let next = list.merged(with: items, answered: date, at: api.clock.date)
        else { return false }
        // An element that lacks may be gone, unchanged, or changed and cut off: only the list tells.
        guard list.ids.isSubset(of: items.compactMap { $0["id"]?.string.map { WireID($0) } }) else {
            return false
        }
        do throws(CacheError) {
            // Somebody may have kept a newer one meanwhile.
            guard try await kept(category)?.body == list.body else { return false }
            try await keep(next, question)
        } catch {
            return false
        }
        return true
    }

    /// The items of an answer: an array, or base64 of one; `nil` where they cannot be read.
    private static func items(_ value: JSONValue) -> [JSONValue]? {
        if value.kind == .array { return value.elements }
        guard let text = value.string, let data = Data(base64Encoded: text),
            let list = try? JSONValue(Array(data), options: JSONOptions(values: mostValues)),
            list.kind == .array
        else { return nil }
        return list.elements
    }
}

extension KeptList {
    /// The list with newer elements in the place of those with the same ids, and the others at its end; `nil` if one of them is no
    /// element of this list.
    ///
    /// - Parameters:
    ///   - items: The elements that have changed.
    ///   - answered: The server's clock when it sent them.
    ///   - now: The clock of this device.
    func merged(with items: [JSONValue], answered: Date?, at now: Date) -> KeptList? {
        guard let old = try? JSONValue(body) else { return nil }
        var elements: [[UInt8]?] = old.elements.map { Array($0.text) }
        var places: [WireID: Int] = [:]
        for (place, element) in old.elements.enumerated() {
            if let id = element["id"]?.string { places[WireID(id)] = place }
        }
        var latest = time.flatMap { WireDate($0) }
        for item in items {
            guard item.kind == .object, let id = item["id"]?.string, category.has(item),
                let updated = item["updated_at"]?.string.flatMap({ WireDate($0) })
            else { return nil }
            latest = latest.map { Swift.max($0, updated) } ?? updated
            let text = category.isLast(item) ? nil : Array(item.text)
            if let place = places[WireID(id)] {
                elements[place] = text
            } else {
                places[WireID(id)] = elements.count
                elements.append(text)
            }
        }
        var list = self
        (list.body, list.validator, list.time) = (
            KeptList.body(elements.compactMap(\.self)), nil, latest?.text
        )
        (list.isSettled, list.keptAt) = (KeptList.isSettled(latest, answered), now)
        return list
    }
}

extension CacheCategory {
    fileprivate func has(_ element: JSONValue) -> Bool {
        switch self {
        case .spaces: (try? Space(element)) != nil
        case .sessions(let space): (try? WorkSession(element))?.spaceID == space
        case .markers(let session):
            (try? Marker(Array(element.text)))?.workSessionID == session
        }
    }

    /// Whether an element is shown for the last time: a space that is no longer active.
    fileprivate func isLast(_ element: JSONValue) -> Bool {
        self == .spaces && element["is_active"]?.bool == false
    }
}
