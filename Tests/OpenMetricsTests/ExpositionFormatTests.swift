import OpenMetrics
import Testing

@Suite("The format of an exposition", .timeLimit(.minutes(2)))
struct ExpositionFormatTests {
    /// The header field of Prometheus 2.42 and that of Prometheus 3.
    static let prometheus = [
        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
            + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
        "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
            + "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,"
            + "text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
    ]

    @Test("is OpenMetrics for a client that prefers it", arguments: prometheus + ["Application/OpenMetrics-Text"])
    func openMetrics(header: String) {
        #expect(ExpositionFormat(accepting: header) == .openMetrics)
    }

    @Test(
        "is the text format for other clients",
        arguments: [
            nil, "", "*/*", "text/html, */*;q=0.8", "text/plain", "application/openmetrics-text;version=0.0.1",
            "application/openmetrics-text; q=0", "application/openmetrics-text;q=0.2, text/plain;q=0.3",
            "application/openmetrics-text;q=x", ",;,=;q=",
        ])
    func prometheusText(header: String?) {
        #expect(ExpositionFormat(accepting: header) == .prometheusText)
    }

    @Test("has the exact content type that Prometheus 3 requires")
    func contentTypes() {
        #expect(
            ExpositionFormat.allCases.map(\.contentType) == [
                "application/openmetrics-text; version=1.0.0; charset=utf-8",
                "text/plain; version=0.0.4; charset=utf-8",
            ])
    }
}
