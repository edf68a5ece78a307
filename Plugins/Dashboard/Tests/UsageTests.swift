import CoreMetrics
import Foundation
import OpenMetrics
import Testing
import Trellis
import TrellisHTTP

@testable import Dashboard

@Suite("History of the use", .timeLimit(.minutes(2)))
struct UsageTests {
    private let registry = MetricRegistry()
    private let record = UsageRecord()
    private let start = ContinuousClock.now

    private func calls(_ count: Int, outcome: String = "ok", of plugin: String = "items", milliseconds: Int = 1) {
        let labels = [("plugin", plugin), ("method", "io.trellis.Items.Add")]
        Counter(label: "trellis_calls", dimensions: labels + [("outcome", outcome)], factory: registry)
            .increment(by: count)
        let timer = Timer(label: "trellis_call_duration", dimensions: labels, factory: registry)
        for _ in 0..<count { timer.recordMilliseconds(milliseconds) }
    }

    private func sample(after seconds: Int) {
        record.add(
            registry, at: Date(timeIntervalSince1970: 1_800_000_000 + Double(seconds)), start + .seconds(seconds))
    }

    @Test("a sample has the rates and the percentiles of its interval")
    func rates() throws {
        calls(100, milliseconds: 100)
        sample(after: 0)
        #expect(record.samples.isEmpty)
        calls(10)
        calls(5, outcome: "error")
        sample(after: 5)
        let sample = try #require(record.samples.last)
        #expect(sample.rates.calls == 3)
        #expect(sample.rates.failedCalls == 1)
        let percentile = try #require(sample.rates.percentile99)
        #expect(percentile <= 0.0011, "the calls before the interval took longer: \(percentile)")
        let usage = try #require(record.usages["items"])
        #expect((usage.calls, usage.failedCalls) == (3, 1))
        self.sample(after: 10)
        #expect(record.samples.last?.rates.calls == 0)
        #expect(record.samples.last?.rates.percentile99 == nil)
    }

    @Test("the history has one hour, and a second recorder adds no samples")
    func bounds() {
        for step in 0...UsageRecord.maximumCount + 10 {
            sample(after: 5 * step)
            sample(after: 5 * step + 1)
        }
        #expect(record.samples.count == UsageRecord.maximumCount)
        #expect(record.samples.last?.time == Date(timeIntervalSince1970: 1_800_000_000 + 5 * 730))
        let json = HistorySample.json(of: record.samples)
        #expect(json["step"] == 5)
        #expect(json["times"]?.arrayValue?.count == 720)
        #expect(json["series"]?["p99"]?.arrayValue?.first == .null)
    }
}

@Suite("Page of the dashboard", .timeLimit(.minutes(2)))
struct DashboardPageTests {
    @Test("the policy permits exactly the style and the script of the page, which have at most 75 KB")
    func policy() throws {
        let page = DashboardPage()
        let document = page.document
        for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
            let start = try #require(document.range(of: "<\(element)>"))
            let end = try #require(document.range(of: "</\(element)>", range: start.upperBound..<document.endIndex))
            let hash = Data(SHA256.digest(of: Array(document[start.upperBound..<end.lowerBound].utf8)))
            #expect(page.securityPolicy.contains("\(directive) 'sha256-\(hash.base64EncodedString())';"))
        }
        #expect(page.securityPolicy.hasPrefix("default-src 'none';"))
        #expect(PageFiles.html.utf8.count + PageFiles.style.utf8.count + PageFiles.script.utf8.count < 75_000)
        // An element ends at the first end tag, wherever it is.
        #expect(!PageFiles.script.contains("</script"))
        #expect(!PageFiles.style.contains("</style"))
    }
}
