import Glibc

/// A point in time, to the millisecond, as a log line shows it.
struct ConsoleTime {
    private let seconds: time_t
    private let milliseconds: Int

    /// Takes seconds and nanoseconds since 1970.
    init(_ time: timespec) {
        seconds = time.tv_sec
        milliseconds = time.tv_nsec / 1_000_000
    }

    static var now: ConsoleTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return ConsoleTime(time)
    }

    /// The local time of day, `06:20:01.123`; with the date, as RFC 3339 has it, `2026-11-21T06:20:01.123+01:00`.
    func text(showsDate: Bool) -> String {
        var seconds = seconds
        var local = tm()
        localtime_r(&seconds, &local)
        let time = "\(two(local.tm_hour)):\(two(local.tm_min)):\(two(local.tm_sec)).\(padded(milliseconds, to: 3))"
        guard showsDate else { return time }
        let date = "\(padded(Int(local.tm_year) + 1900, to: 4))-\(two(local.tm_mon + 1))-\(two(local.tm_mday))"
        let offset = abs(local.tm_gmtoff) / 60
        let sign = local.tm_gmtoff < 0 ? "-" : "+"
        return "\(date)T\(time)\(sign)\(padded(offset / 60, to: 2)):\(padded(offset % 60, to: 2))"
    }

    private func two(_ number: Int32) -> String { padded(Int(number), to: 2) }

    private func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
