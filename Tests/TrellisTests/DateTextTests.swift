import Foundation
import Testing
import Trellis

@Suite("The text form of a time", .timeLimit(.minutes(2)))
struct DateTextTests {
    @Test("the text of a time has the format of RFC 3339, in UTC")
    func texts() {
        let time = Date(timeIntervalSince1970: 1_769_850_000.25)
        #expect(time.rfc3339 == "2026-01-31T09:00:00Z")
        #expect(time.rfc3339WithMilliseconds == "2026-01-31T09:00:00.250Z")
        let before1970 = Date(timeIntervalSince1970: -0.001)
        #expect(before1970.rfc3339 == "1969-12-31T23:59:59Z")
        #expect(before1970.rfc3339WithMilliseconds == "1969-12-31T23:59:59.999Z")
        let leapDay = Date(timeIntervalSince1970: 951_782_400)
        #expect(leapDay.rfc3339 == "2000-02-29T00:00:00Z")
    }

    @Test("the text is rounded to the nearest millisecond, despite binary fractions")
    func rounding() {
        #expect(Date(timeIntervalSince1970: 1_769_850_000.123).rfc3339WithMilliseconds == "2026-01-31T09:00:00.123Z")
        #expect(Date(timeIntervalSince1970: 1_769_850_000.999_6).rfc3339WithMilliseconds == "2026-01-31T09:00:01.000Z")
    }

    @Test("the text is limited to the years of RFC 3339")
    func bounds() {
        #expect(Date.distantFuture.rfc3339 == "4001-01-01T00:00:00Z")
        #expect(Date(timeIntervalSince1970: -.infinity).rfc3339WithMilliseconds == "0000-01-01T00:00:00.000Z")
        #expect(Date(timeIntervalSince1970: .infinity).rfc3339WithMilliseconds == "9999-12-31T23:59:59.999Z")
        #expect(Date(timeIntervalSince1970: .infinity).rfc3339 == "9999-12-31T23:59:59Z")
    }

    @Test(
        "a text with a fraction or an offset is parsed",
        arguments: [
            ("2026-01-31T09:00:00Z", 1_769_850_000), ("2026-01-31T09:00:00.25Z", 1_769_850_000.25),
            ("2026-01-31T11:30:00+02:30", 1_769_850_000), ("2026-01-30T23:00:00.0-10:00", 1_769_850_000),
            ("2024-02-29T00:00:00Z", 1_709_164_800), ("0000-01-01T00:00:00Z", -62_167_219_200),
        ])
    func reading(text: String, seconds: TimeInterval) {
        #expect(Date(rfc3339: text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "a text in another format is rejected",
        arguments: [
            "", "2026-01-31", "2026-01-31T09:00:00", "2026-01-31T09:00Z", "2026-01-31 09:00:00Z",
            "2026-02-29T09:00:00Z",
            "2026-13-01T09:00:00Z", "2026-00-01T09:00:00Z", "2026-01-31T24:00:00Z", "2026-01-31T09:60:00Z",
            "2026-01-31T09:00:00.Z", "2026-01-31T09:00:00+0200", "2026-01-31T09:00:00+24:00", "2026-01-31T09:00:00Zz",
            "26-01-31T09:00:00Z", "+026-01-31T09:00:00Z", "２０２６-01-31T09:00:00Z",
        ])
    func refusal(text: String) {
        #expect(Date(rfc3339: text) == nil)
    }

    @Test("the text of a time is parsed to the same time, also before 1582")
    func roundTrip() {
        for seconds in stride(from: -62_167_219_200.0, to: 253_402_300_799, by: 1_234_567_890.125) {
            let time = Date(timeIntervalSince1970: seconds)
            #expect(Date(rfc3339: time.rfc3339WithMilliseconds) == time)
        }
    }

    @Test("the text equals the text of Foundation's formatter")
    func reference() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let seconds = Double.random(in: -62_135_596_800..<253_402_300_799, using: &generator).rounded()
            let time = Date(timeIntervalSince1970: seconds)
            // Foundation's calendar is Julian before 1582.
            if seconds < -12_219_292_800 { continue }
            #expect(time.rfc3339 == time.formatted(.iso8601))
        }
    }
}
