extension Timestamp {
    /// Returns the timestamp in the form of RFC 3339, such as `2026-01-31T11:00:00.250+02:00`.
    ///
    /// - Parameters:
    ///   - fractionDigits: The number of digits of the fraction of a second, from 0 to 9. Further digits are omitted.
    ///     Default: 0, without a decimal point.
    ///   - offset: The offset of the time zone in seconds, positive east of Greenwich and under a day. The offset is
    ///     shown in hours and minutes. Default: nil, which is UTC, shown as `Z`.
    /// - Returns: The text. A local time outside of the years 0000 to 9999 becomes the first or the last time in these
    ///   years.
    public func rfc3339(fractionDigits: Int = 0, offset: Int? = nil) -> String {
        precondition((0...9).contains(fractionDigits), "fractionDigits out of range: \(fractionDigits)")
        let local = Timestamp(seconds: seconds + (offset ?? 0), nanoseconds: nanoseconds)
        let (days, secondOfDay) = local.seconds.flooringQuotientAndRemainder(dividingBy: 86_400)
        let date = CalendarDate(daysSince1970: days)
        // "2026-01-31T11:00:00.123456789+02:00" has 35 bytes.
        return String(unsafeUninitializedCapacity: 35) { buffer in
            var writer = DigitWriter(buffer: buffer)
            writer.write(date.year, digits: 4)
            writer.write("-")
            writer.write(date.month, digits: 2)
            writer.write("-")
            writer.write(date.day, digits: 2)
            writer.write("T")
            writer.write(secondOfDay / 3_600, digits: 2)
            writer.write(":")
            writer.write(secondOfDay / 60 % 60, digits: 2)
            writer.write(":")
            writer.write(secondOfDay % 60, digits: 2)
            if fractionDigits > 0 {
                writer.write(".")
                writer.write(
                    local.nanoseconds / (fractionDigits..<9).reduce(1) { unit, _ in unit * 10 }, digits: fractionDigits)
            }
            if let offset {
                let minutes = abs(offset) / 60
                writer.write(offset < 0 ? "-" : "+")
                writer.write(minutes / 60, digits: 2)
                writer.write(":")
                writer.write(minutes % 60, digits: 2)
            } else {
                writer.write("Z")
            }
            return writer.count
        }
    }
}

/// Writes numbers of a fixed width to a buffer.
///
/// Concatenating strings takes several times as long, which is noticeable in replies with many timestamps.
private struct DigitWriter {
    var buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func write(_ number: Int, digits: Int) {
        var rest = number
        for position in (count..<count + digits).reversed() {
            buffer[position] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += digits
    }

    mutating func write(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: character)
        count += 1
    }
}
