import Foundation

@testable import ToolTerminal

/// The outside of a terminal.
struct Terminal {
    static let columns: UInt16 = 110
    let outside: FileHandle
    /// The name of the inside.
    let path: String

    /// The requests of ioctl_tty(2) that unlock the other end and tell its number.
    private static let unlock = UInt(0x4004_5431), number = UInt(0x8004_5430)

    init(columns: UInt16 = Terminal.columns, rows: UInt16 = 40) throws {
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, place) = (CInt(0), CUnsignedInt(0))
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard descriptor >= 0, ioctl(descriptor, Terminal.unlock, &isLocked) == 0,
            ioctl(descriptor, Terminal.number, &place) == 0, ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
        else { throw CocoaError(.fileReadUnknown) }
        outside = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        path = "/dev/pts/\(place)"
    }

    /// The inside, for one program of many.
    var inside: FileHandle {
        get throws {
            let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }
    }

    func type(_ text: String) { outside.write(Data(text.utf8)) }

    /// The output within this many milliseconds; `nil` if nothing is inside any more.
    func shown(within milliseconds: Int32) -> [UInt8]? {
        var poll = pollfd(fd: outside.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(outside.fileDescriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    /// The part of all output that a person sees: a line is written over from its beginning, and erased, as
    /// the tool's bar is; anything else that would control the terminal is made visible.
    static func seen(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { line(String.UnicodeScalarView($0)) }.joined(separator: "\n")
    }

    private static func line(_ scalars: String.UnicodeScalarView) -> String {
        var cells: [Unicode.Scalar] = [], column = 0
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\r" {
                column = 0
            } else if scalar == "\u{1B}", rest.starts(with: "[K".unicodeScalars) {
                rest = rest.dropFirst(2)
                cells.removeSubrange(column...)
            } else {
                let isControl = scalar.value < 0x20 && scalar != "\t"
                let cell = isControl ? Unicode.Scalar(0x2400 + scalar.value) ?? scalar : scalar
                if column < cells.count { cells[column] = cell } else { cells.append(cell) }
                column += 1
            }
        }
        return String(String.UnicodeScalarView(cells))
    }
}
