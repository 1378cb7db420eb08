/// The style of a page: for light and dark screens, for paper, and for people who do not see colours.
enum PageStyle {
    static func text(head: String, kind: String) -> String {
        let margins =
            "@page{@top-left{content:\(quoted(head))}@bottom-left{content:\"\(kind)\"}"
            + "@bottom-right{content:\"Page \" counter(page) \" of \" counter(pages)}}\n"
        return colors + layout + tables + drawings + paper + margins
    }

    /// A text between quotation marks, in which everything but letters and digits is an escape.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == " "
                ? String(scalar) : "\\" + String(scalar.value, radix: 16) + " "
        }
        return "\"\(escaped.joined())\""
    }

    private static let colors = """
        :root{--ink:#15191e;--soft:#515b66;--paper:#fff;--panel:#f5f7f9;--line:#d6dce2;\
        --blue:#0072b2;--orange:#d55e00;--mark:#0072b2;--grey:#737d87;--tint:#0072b21a;--warm:#d55e001f}
        @media (prefers-color-scheme:dark){:root{--ink:#e8ecf0;--soft:#a9b4bf;--paper:#12161b;--panel:#1a2027;\
        --line:#343d47;--mark:#56b4e9;--grey:#98a3ae;--tint:#56b4e926;--warm:#d55e0038}}

        """

    private static let layout = """
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:1184px;padding:2rem 2rem 4rem;background:var(--paper);color:var(--ink);\
        font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
        h1{font-size:2rem;line-height:1.2;margin:0 0 1.4rem;font-weight:600;overflow-wrap:anywhere}
        h2{font-size:1.3rem;margin:2.8rem 0 .8rem;font-weight:600}
        h3{font-size:1rem;margin:1.2rem 0 .4rem;font-weight:600}
        p{margin:.4rem 0;max-width:80ch}
        a{color:var(--mark)}
        code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
        .kind{margin:0;color:var(--soft);letter-spacing:.08em;text-transform:uppercase;font-size:.8rem}
        .quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        header{display:flex;justify-content:space-between;align-items:flex-start;gap:1rem}
        .logo{max-width:min(16rem,40%);max-height:5rem;width:auto;height:auto;object-fit:contain;background:#fff;\
        border-radius:4px}
        .plain{margin:0 0 .3rem;font-size:1.15rem;font-weight:600}
        .blank{border-bottom:1px solid var(--soft);height:1.5em;max-width:14rem}
        .signatures{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:1rem 2rem;margin-top:1.2rem}
        .signatures .line{height:2.6rem;border-bottom:1px solid var(--ink);max-width:none}
        .verdict{display:flex;gap:1.4rem;align-items:center;padding:1.1rem 1.3rem;border-radius:10px;\
        background:var(--panel);border-left:8px solid var(--blue)}
        .verdict h2{margin:0}
        .badge{display:inline-block;padding:.3rem 1rem;border-radius:6px;background:#0072b2;color:#fff;\
        font-weight:700;letter-spacing:.05em;white-space:nowrap}
        .verdict.warn,.verdict.fail{border-left-color:var(--orange)}
        .warn .badge{background:none;color:var(--ink);box-shadow:inset 0 0 0 3px var(--orange)}
        .fail .badge{background:#d55e00;color:#000}
        .rule{margin:0;font-size:1.05rem}
        .verdict ul{margin:.5rem 0 0;padding-left:1.2rem;color:var(--soft)}
        .facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:.5rem 2rem;margin:1.3rem 0}
        .facts dt{color:var(--soft);font-size:.82rem}
        .facts dd{margin:0;overflow-wrap:anywhere}
        .facts .input{grid-column:1/-1}
        .facts code{color:var(--soft);font-size:.76rem;overflow-wrap:anywhere}
        .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(235px,1fr));gap:1rem}
        @media (min-width:540px) and (max-width:1080px){.cards{grid-template-columns:1fr 1fr}}
        .card{background:var(--panel);border-radius:10px;padding:.9rem 1.1rem}
        .card h3{margin:0;color:var(--soft);font-weight:500;font-size:.88rem}
        .value{margin:.15rem 0;font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
        .note{color:var(--soft);font-size:.86rem;margin:.2rem 0}
        .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:1.2rem 1rem;\
        grid-auto-flow:dense}
        .pair>*{min-width:0}
        .wide{grid-column:1/-1}
        .copied{position:relative;margin-bottom:1rem}
        pre{background:var(--panel);border-radius:8px;padding:.7rem .9rem;margin:0;overflow-x:auto}
        button{font:inherit;font-size:.82rem;padding:.15rem .7rem;border:1px solid var(--line);border-radius:6px;\
        background:var(--paper);color:var(--ink);cursor:pointer}
        .copied button{position:absolute;right:0;top:1rem}
        :focus-visible{outline:3px solid var(--mark);outline-offset:2px}
        summary{cursor:pointer;padding:.5rem 0;font-weight:600}
        .guide dt{font-weight:600;margin-top:.5rem}
        .guide dd{margin:0;max-width:80ch}
        [hidden],.on-paper{display:none}
        @media (max-width:640px){body{padding:1rem 1rem 3rem}.verdict{display:block}.verdict h2{margin-bottom:.6rem}}

        """

    private static let tables = """
        .scroll{overflow:auto;max-height:34rem;border:1px solid var(--line);border-radius:8px}
        table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.87rem}
        caption{text-align:left;color:var(--soft);padding:.5rem .7rem;font-size:.84rem}
        th,td{padding:.28rem .5rem;text-align:right;white-space:nowrap}
        th{font-weight:600;text-align:left}
        th.n{text-align:right}
        td.t,.says td:last-child{text-align:left}
        .sorts tbody th,.sorts td.t{max-width:13em;overflow:hidden;text-overflow:ellipsis;unicode-bidi:plaintext}
        .says td:last-child{white-space:normal;min-width:18em}
        @media (max-width:640px){th,td{padding:.28rem .35rem}.says td:last-child{min-width:6em}}
        .says th:last-child{text-align:left}
        thead th{position:sticky;top:0;background:var(--panel);z-index:1}
        tbody tr{border-top:1px solid var(--line)}
        tbody th{font-weight:500}
        .flag>*{background:var(--warm)}
        .says .flag td:last-child::before{content:"▲ ";color:var(--orange)}
        .chosen>*{background:var(--tint)}
        th button{border:0;background:none;padding:0;font-weight:600;font-size:inherit}
        th button::after{content:" ↕";color:var(--soft);font-weight:400}
        th[aria-sort=ascending] button::after{content:" ↑";color:inherit}
        th[aria-sort=descending] button::after{content:" ↓";color:inherit}

        """

    private static let drawings = """
        figure{margin:0;overflow-x:auto}
        figure>svg{display:block;width:100%;height:auto;min-width:400px}
        figure.wide>svg{min-width:820px}
        output{display:block;color:var(--ink);font-size:.86rem;min-height:1.5em}
        .on{stroke:var(--ink)!important;filter:drop-shadow(0 0 3px var(--ink))}
        figcaption{color:var(--soft);font-size:.86rem;padding:.2rem 0 .4rem}
        figcaption b{color:var(--ink);font-weight:600}
        .stage{position:relative;overflow:hidden;border:1px solid var(--line);border-radius:8px;background:var(--panel)}
        .stage canvas{display:block;width:100%;height:min(60vh,540px,90vw);touch-action:none;cursor:grab}
        .stage p{position:absolute;left:0;top:0;margin:0;pointer-events:none;font-size:.8rem;white-space:nowrap}
        .stage .tag{padding:.1rem .5rem;border-radius:5px;background:var(--ink);color:var(--paper);max-width:100%;\
        overflow:hidden;text-overflow:ellipsis}
        .stage .bar{left:14px;top:auto;bottom:12px;border-bottom:2px solid var(--ink);text-align:center}
        .stage .end{color:var(--soft)}
        .controls{display:flex;flex-wrap:wrap;gap:.4rem .9rem;align-items:center;margin:.6rem 0 0;font-size:.86rem;max-width:none}
        .picked>*{box-shadow:inset 0 2px var(--mark),inset 0 -2px var(--mark)}
        .linked{cursor:pointer}
        .legend{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;padding:0;margin:.2rem 0 1rem;list-style:none;\
        color:var(--soft);font-size:.88rem}
        .legend svg{vertical-align:-4px}
        svg text{font:11px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--ink)}
        svg .t,svg .t text{fill:var(--soft)}
        .f{fill:var(--panel);stroke:var(--line)}
        .g{fill:none;stroke:var(--line);stroke-width:.7}
        .g[transform]{stroke-width:7}
        .x{stroke:var(--soft);stroke-width:1.4}
        .b{fill:none;stroke:var(--grey);stroke-width:11;stroke-dasharray:32 24}
        .m path{stroke-width:16;stroke-linejoin:round;stroke-linecap:round}
        .m .dots{stroke-width:38}
        .sound path{fill:var(--tint);stroke:var(--mark)}
        .flagged path{fill:var(--warm);stroke:var(--orange)}
        .resting path{fill:none;stroke:var(--grey)}
        .e path{fill:none;stroke:var(--soft);stroke-width:9}
        .r path{fill:none;stroke:var(--ink);stroke-width:13;stroke-linejoin:round;stroke-linecap:round}
        .s{fill:none;stroke:var(--soft);stroke-width:1.6}
        .s.o{stroke:var(--ink)}
        .bar path{fill:var(--mark)}
        .law{fill:none;stroke:var(--ink);stroke-width:1.8;stroke-dasharray:6 4}
        .dot circle{fill:var(--mark);fill-opacity:.7}
        .dot path{stroke:var(--mark);stroke-opacity:.7;stroke-width:6;stroke-linecap:round}
        .out path{fill:var(--orange)}
        .k.both circle{fill:var(--mark)}
        .k.old circle{fill:var(--paper);stroke:var(--soft);stroke-width:1.6;stroke-dasharray:3 2}
        .k.new path{fill:var(--warm);stroke:var(--orange);stroke-width:1.4}
        .k path.dots{fill:none;stroke-width:6;stroke-linecap:round;stroke-dasharray:none}
        .k.both .dots{stroke:var(--mark)}
        .k.old .dots{stroke:var(--grey)}
        .p circle{stroke:var(--ink);stroke-width:.8}
        .p path{fill:none;stroke-width:9;stroke-linecap:round;filter:drop-shadow(0 0 .7px var(--ink))}
        @media (max-width:900px){figure.wide>svg{min-width:0}}
        @media (max-width:640px){figure>svg,figure.wide>svg{min-width:0}svg text{font-size:17px}\
        .view.wide svg text{font-size:28px}svg .l{display:none}#acceptance td,#acceptance th{white-space:normal;min-width:0}}

        """

    private static let paper = """
        @media print{
        :root{--ink:#000;--soft:#444;--paper:#fff;--panel:#f5f7f9;--line:#c8ced4;--mark:#0072b2;\
        --grey:#6d7781;--tint:#0072b21a;--warm:#d55e001f}
        @page{size:A4;margin:17mm 12mm 16mm;font:8pt system-ui,sans-serif;color:#444}
        *{-webkit-print-color-adjust:exact}
        body{padding:0;max-width:none;font-size:10pt}
        h2,h3,caption{break-after:avoid}
        h2{break-inside:avoid}
        section>h2::after{content:"";display:block;height:6cm;margin-bottom:-6cm}
        #views>h2::after,#errors>h2::after{height:10.5cm;margin-bottom:-10.5cm}
        figure,.card,.verdict,.copied,.signatures,tr{break-inside:avoid}
        h2{margin-top:1.4rem}
        .pair{grid-template-columns:1fr 1fr}
        h1{font-size:1.5rem;margin-bottom:.8rem}
        .facts{grid-template-columns:repeat(4,1fr);margin:.8rem 0}
        .cards{grid-template-columns:1fr 1fr 1.5fr 1.7fr;gap:.6rem}
        .card{padding:.6rem .8rem}
        .value{font-size:1.1rem}
        .note{font-size:.8rem}
        figure,.scroll{overflow:visible;max-height:none}
        .scroll{border:0}
        figure>svg,figure.wide>svg{min-width:0}
        output,#turning{display:none}
        table{font-size:7.2pt}
        th,td{padding:.15rem .25rem}
        thead{display:table-header-group}
        thead th{position:static}
        .sorts tbody tr:nth-child(n+41){display:none}
        button,#data,details:not([open]){display:none}
        th button{display:inline}
        th button::after{display:none}
        .on-paper{display:block}
        .views{display:block}
        td.t,.sorts tbody th{max-width:9em}
        .says td:last-child{min-width:22em}
        .views figure{display:inline-block;width:49%;vertical-align:top}
        .views .wide{display:block;width:100%}
        pre{white-space:pre-wrap;font-size:7.5pt}
        }

        """
}
