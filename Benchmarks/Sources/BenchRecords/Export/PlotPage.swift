import Foundation

/// A run as one page with a plot an area: ours with the spread of its samples beside the peers, on an axis of powers of ten.
package enum PlotPage {
    package static func html(_ run: RunRecord) -> String {
        let plots = run.areas.flatMap { area -> [String] in
            let all = run.measurements.filter { $0.area == area && $0.value.isFinite }
            // One axis shows one unit.
            let units = all.map(\.unit).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            return units.map { unit in
                let rows = all.filter { $0.unit == unit }
                return "<section>\n<h2>\(JUnitRun.escaped(area)), \(JUnitRun.escaped(unit))</h2>\n"
                    + AreaPlot(rows, unit: unit).svg + "\n</section>"
            }
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Measurements of \(JUnitRun.escaped(run.date))</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
            h1, h2 { font-weight: 600; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
            body { color: #1b1b1b; background: #fff; } svg { width: 100%; height: auto; }
            text { font: 12px system-ui, sans-serif; fill: #1b1b1b; } .faint { fill: #666; }
            .grid { stroke: #ddd; } .ours { fill: #1667b7; stroke: #1667b7; } .peer { fill: #fff; stroke: #b3541e; }
            .limit { stroke: #a02020; stroke-dasharray: 3 2; } .broken { fill: #a02020; stroke: #a02020; }
            .key { color: #1667b7; } .key.other { color: #b3541e; } .key.bound { color: #a02020; }
            </style>
            </head>
            <body>
            <h1>Measurements of \(JUnitRun.escaped(run.date))</h1>
            <p>\(JUnitRun.escaped(MarkdownRun.heading(run.machine)))</p>
            <p><span class="key">●</span> quadcal, with the spread of its samples
            <span class="key other">○</span> the peer of the same run <span class="key bound">┊</span> the limit</p>
            \(plots.joined(separator: "\n"))
            <ul>
            \(run.notes.map { "<li>\(JUnitRun.escaped($0))</li>" }.joined(separator: "\n"))
            </ul>
            </body>
            </html>

            """.replacing("<ul>\n\n</ul>\n", with: "")
    }
}
