import Foundation
import ToolCommands
import ToolMarkers
import ToolTerminal

/// The page of the workbench with files in it.
///
/// The page itself lies beside the tool, as `Doors/web/build-page` made it: inside the tool it would add a megabyte to each build and
/// need the compiler for WebAssembly to make one.
struct Workbench {
    let bytes: [UInt8]

    /// The page has this once; in it, a line for each file: its name and its bytes, in base64, in which no name ends the element.
    private static let (begin, end) = (#"<script type="text/plain" id="files">"#, "</script>")
    private static let file = "workbench.html"
    /// Where it is, from the folder of the tool: beside it, as it is installed, and as a build of the repository leaves both.
    private static let places = [file, "../share/quadcal/\(file)", "../../doors/web/\(file)"]
    /// The variable that names it where a package keeps it elsewhere.
    private static let variable = "QUADCAL_PAGE"

    /// Puts files into the page.
    init(holding files: [String]) throws(Failure) {
        let page = Data(try Workbench.page())
        guard let place = page.range(of: Data((Workbench.begin + Workbench.end).utf8)) else {
            throw .noWorkbench("the page there is not of this version")
        }
        var bytes = Array(page[..<place.lowerBound])
        bytes += Workbench.begin.utf8
        for file in files {
            let name = file == Input.standard ? "stdin" : URL(fileURLWithPath: file).lastPathComponent
            let words = [Data(name.utf8), Data(try Input.bytes(of: file))].map { $0.base64EncodedString() }
            bytes += "\n\(words[0]) \(words[1])".utf8
        }
        bytes += Workbench.end.utf8
        bytes += page[place.upperBound...]
        self.bytes = bytes
    }

    private static func page() throws(Failure) -> [UInt8] {
        if let path = getenv(variable).map({ String(cString: $0) }), !path.isEmpty {
            return try Input.bytes(of: path)
        }
        let folder = Wing.folder
        for place in places {
            let path = "\(folder)/\(place)"
            if access(path, R_OK) == 0 { return try Input.bytes(of: path) }
        }
        throw .noWorkbench(
            "\(fileLabel("\(folder)/\(file)")) is missing; it comes with quadcal in every archive, and in the repository "
                + "\"scripts/build-doors wasm && Doors/web/build-page\" makes it")
    }

    /// A new file that only this user can read, since markers may be nobody else's business.
    static func temporaryFile() throws(Failure) -> String {
        let folder = FileManager.default.temporaryDirectory.path
        var name = Array("\(folder)/quadcal-ui-XXXXXX.html".utf8CString)
        let descriptor = mkstemps(&name, 5)
        guard descriptor >= 0 else {
            throw .outputRefused(option: "--out", file: folder, errno: errno)
        }
        close(descriptor)
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Failure {
    fileprivate static func noWorkbench(_ reason: String) -> Failure {
        Failure(.unreadable, code: "NO_PAGE", "there is no page of the workbench: \(reason)")
    }
}
