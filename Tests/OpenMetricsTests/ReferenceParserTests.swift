import Foundation
import OpenMetrics
import Subprocess
import SystemPackage
import Testing

/// Programs of others that read the formats.
@Suite("Parsers of the formats", .timeLimit(.minutes(2)))
struct ReferenceParserTests {
    /// The program that `make test` unpacks from Debian's package prometheus.
    private static let program = URL(filePath: #filePath)
        .appending(path: "../../../.build/prometheus/usr/bin/promtool").standardizedFileURL.path

    private static let library = "/usr/lib/python3/dist-packages/prometheus_client"

    private func result(
        of program: String, _ arguments: [String], on input: String
    ) async throws -> (isSuccess: Bool, output: String) {
        let result = try await run(
            .path(FilePath(program)), arguments: Arguments(arguments), input: .string(input),
            output: .string(limit: 65_536), error: .combinedWithOutput)
        return (result.terminationStatus.isSuccess, result.standardOutput)
    }

    @Test(
        "promtool reads the text format, and finds nothing to correct",
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "needs Debian's package prometheus"))
    func promtool() async throws {
        let text = exampleRegistry().exposition(as: .prometheusText)
        let result = try await result(of: Self.program, ["check", "metrics"], on: text)
        #expect(result.output == "")
        #expect(result.isSuccess)
    }

    @Test(
        "the parser of Prometheus' library for Python reads OpenMetrics",
        .enabled(
            if: FileManager.default.fileExists(atPath: library), "needs Debian's package python3-prometheus-client"))
    func python() async throws {
        let program = """
            import sys
            from prometheus_client.openmetrics.parser import text_string_to_metric_families
            for family in text_string_to_metric_families(sys.stdin.read()):
                print(family.name, family.type, family.unit, len(family.samples))
            """
        let text = exampleRegistry().exposition(as: .openMetrics)
        let result = try await result(of: "/usr/bin/python3", ["-c", program], on: text)
        #expect(
            result.output == """
                build info  1
                call_duration_seconds histogram seconds 19
                calls counter  2
                heat gauge  1
                memory_bytes gauge bytes 1
                plugin_state stateset  2

                """)
    }
}
