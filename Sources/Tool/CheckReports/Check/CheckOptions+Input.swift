import Markers
package import ToolTerminal

extension CheckOptions {
    /// The options on files of markers that other commands have, too.
    package static let inputOptions: [Option<CheckOptions>] = [
        Option(
            word: "--format", "FORMAT", "csv, json or ndjson (by the end of the name, else by the content)"
        ) { $0.format = $1 },
        coordinatesOption,
    ]

    /// The option for the corners of markers.
    package static let coordinatesOption = Option<CheckOptions>(
        word: "--coordinates", "CORNERS", "raw or calibrated: which corners of markers in JSON (raw)"
    ) { $0.coordinates = $1 }
}
