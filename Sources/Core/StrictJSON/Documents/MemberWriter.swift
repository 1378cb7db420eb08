/// Writes a member of the object that is at an address; without the object's type, which would be asked for with every one.
struct MemberWriter: Sendable {
    let write: @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void

    static func always<Object, Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value> & Sendable
    ) -> MemberWriter {
        let key = JSONKey(name), field = DocumentField(path)
        return MemberWriter { object, json in
            json.key(key)
            field.with(object) { $0.write(to: &json) }
        }
    }

    static func sometimes<Object, Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value?> & Sendable
    ) -> MemberWriter {
        let key = JSONKey(name), field = DocumentField(path)
        return MemberWriter { object, json in
            field.with(object) { value in
                guard let value else { return }
                json.key(key)
                value.write(to: &json)
            }
        }
    }

    static func object(_ name: String, _ writers: [MemberWriter]) -> MemberWriter {
        let key = JSONKey(name)
        return MemberWriter { object, json in
            json.key(key)
            json.object { json in
                for writer in writers { writer.write(object, &json) }
            }
        }
    }

    static func part<Object, Part>(
        _ path: any KeyPath<Object, Part> & Sendable, _ writers: [MemberWriter]
    ) -> MemberWriter {
        let field = DocumentField(path)
        return MemberWriter { object, json in
            field.with(object) { part in
                withUnsafePointer(to: part) { part in
                    for writer in writers { writer.write(part, &json) }
                }
            }
        }
    }
}

/// The place where a value of an object is kept.
private struct DocumentField<Object, Value>: Sendable {
    private let path: any KeyPath<Object, Value> & Sendable
    /// Stored values are used where they are: a key path would take ten times as long.
    private let offset: Int?

    init(_ path: any KeyPath<Object, Value> & Sendable) {
        (self.path, offset) = (path, MemoryLayout<Object>.offset(of: path))
    }

    /// Calls `body` with the value in the object that is at an address.
    @inline(__always)
    func with(_ object: UnsafeRawPointer, _ body: (Value) -> Void) {
        if let offset {
            body((object + offset).assumingMemoryBound(to: Value.self).pointee)
        } else {
            body(object.assumingMemoryBound(to: Object.self).pointee[keyPath: path])
        }
    }
}
