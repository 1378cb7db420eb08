#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A number of things, as in `1 error` and `2 errors`.
package func counted(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
}

/// The first few of some things in words, and how many more there are.
package func listed<Items: Collection>(_ items: Items, _ text: (Items.Element) -> String) -> String {
    let mostNamed = 4
    let more = items.count - mostNamed
    return items.prefix(mostNamed).map(text).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
}

package func systemMessage(_ status: Int32) -> String { String(cString: strerror(status)).lowercased() }
