import Glibc

extension Timestamp {
    /// The current time.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// The offset of the local time zone (`TZ`, or `/etc/localtime`) from UTC at this time, in seconds, positive east of
    /// Greenwich.
    public var localOffset: Int {
        var seconds = time_t(seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts.tm_gmtoff
    }
}
