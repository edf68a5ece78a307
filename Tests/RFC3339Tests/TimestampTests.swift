import RFC3339
import Testing

@Suite("Timestamp", .timeLimit(.minutes(2)))
struct TimestampTests {
    @Test(
        "formats in UTC and with an offset",
        arguments: [
            (0, nil, "2026-01-31T09:00:00Z"), (3, nil, "2026-01-31T09:00:00.123Z"),
            (9, nil, "2026-01-31T09:00:00.123456789Z"), (0, 0, "2026-01-31T09:00:00+00:00"),
            (1, 5_400, "2026-01-31T10:30:00.1+01:30"), (6, -36_000, "2026-01-30T23:00:00.123456-10:00"),
        ])
    func formatting(digits: Int, offset: Int?, text: String) {
        let time = Timestamp(seconds: 1_769_850_000, nanoseconds: 123_456_789)
        #expect(time.rfc3339(fractionDigits: digits, offset: offset) == text)
    }

    @Test("limits times to the years 0000 to 9999")
    func limits() {
        #expect(Timestamp(seconds: .min, nanoseconds: 1) == .first)
        #expect(Timestamp(seconds: .max, nanoseconds: 1) == .last)
        #expect(Timestamp.first.rfc3339() == "0000-01-01T00:00:00Z")
        #expect(Timestamp.first.rfc3339(offset: -3_600) == "0000-01-01T00:00:00-01:00")
        #expect(Timestamp.last.rfc3339(fractionDigits: 3) == "9999-12-31T23:59:59.999Z")
    }

    @Test("converts units before and after 1970")
    func units() {
        #expect(Timestamp(-1, unitsPerSecond: 1_000).rfc3339(fractionDigits: 3) == "1969-12-31T23:59:59.999Z")
        #expect(Timestamp(1_500_000, unitsPerSecond: 1_000_000) == Timestamp(seconds: 1, nanoseconds: 500_000_000))
    }

    @Test(
        "parses fractions, offsets and lowercase letters",
        arguments: [
            ("2026-11-21T08:05:12Z", 1_795_248_312, 0), ("2026-11-21t08:05:12z", 1_795_248_312, 0),
            ("2026-11-21T08:05:12.5Z", 1_795_248_312, 500_000_000),
            ("2026-11-21T08:05:12.0000000019Z", 1_795_248_312, 1), ("2026-11-21T08:05:12+02:30", 1_795_239_312, 0),
            ("1970-01-01T00:00:00-00:30", 1_800, 0), ("2024-02-29T00:00:00Z", 1_709_164_800, 0),
            ("2000-02-29T00:00:00Z", 951_782_400, 0), ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
        ])
    func parsing(text: String, seconds: Int, nanoseconds: Int) {
        #expect(Timestamp(rfc3339: text) == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }

    @Test(
        "rejects text that is not a timestamp of RFC 3339",
        arguments: [
            "", "2026-01-31", "2026-01-31T09:00:00", "2026-01-31T09:00Z", "2026-01-31 09:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T09:60:00Z", "2026-01-31T09:00:61Z", "2026-01-31T09:00:00.Z", "2026-01-31T09:00:00+0200",
            "2026-01-31T09:00:00+2:30", "2026-01-31T09:00:00+24:00", "2026-01-31T09:00:00Zz", "26-01-31T09:00:00Z",
            "+026-01-31T09:00:00Z", "２０２６-01-31T09:00:00Z", "0000-01-01T00:00:00+00:01",
        ])
    func rejection(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(
        "rejects dates that the calendar does not have",
        arguments: [
            "2026-02-30", "2026-02-29", "1900-02-29", "2024-02-30", "2026-04-31", "2026-01-32", "2026-01-00",
            "2026-13-01",
            "2026-00-01",
        ])
    func invalidDates(date: String) {
        #expect(Timestamp(rfc3339: "\(date)T09:00:00Z") == nil)
    }

    @Test("accepts a leap second on request, and only before midnight in UTC")
    func leapSeconds() {
        let midnight = Timestamp(seconds: 1_483_228_800)
        #expect(Timestamp(rfc3339: "2016-12-31T23:59:60Z") == nil)
        #expect(Timestamp(rfc3339: "2016-12-31T23:59:60Z", allowsLeapSecond: true) == midnight)
        #expect(Timestamp(rfc3339: "2017-01-01T05:29:60+05:30", allowsLeapSecond: true) == midnight)
        #expect(Timestamp(rfc3339: "2016-12-31T22:59:60Z", allowsLeapSecond: true) == nil)
    }

    @Test("parses the times that it formats, in every year")
    func roundTrip() {
        // A stride of 97 days, because all 3,652,425 days take a minute without optimisation.
        for seconds in stride(from: Timestamp.first.seconds, through: Timestamp.last.seconds, by: 97 * 86_400) {
            let time = Timestamp(seconds: seconds, nanoseconds: 7)
            #expect(Timestamp(rfc3339: time.rfc3339(fractionDigits: 9)) == time)
        }
    }
}
