/// A date of the Gregorian calendar.
struct CalendarDate: Equatable {
    var year: Int
    /// The month, from 1 to 12.
    var month: Int
    /// The day of the month, from 1.
    var day: Int

    init(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    // In both conversions, years begin on 1 March, so that the leap day is the last day of its year. An era has 400
    // years (146,097 days), after which the calendar repeats. 719,468 days lie between 0000-03-01 and 1970-01-01.

    /// Creates the date that lies a number of days after 1970-01-01.
    init(daysSince1970 days: Int) {
        let (era, dayOfEra) = (days + 719_468).flooringQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The days since 1970-01-01.
    ///
    /// A day beyond the end of the month counts into the next month.
    var daysSince1970: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooringQuotientAndRemainder(dividingBy: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Whether the calendar has this date.
    var isValid: Bool {
        (1...12).contains(month) && (1...31).contains(day) && CalendarDate(daysSince1970: daysSince1970) == self
    }
}
