import SystemPackage
import Testing

@testable import Trellis

@Suite("Terms of a failpoint", .timeLimit(.minutes(2)))
struct FailpointTermsTests {
    /// The actions of the first evaluations; `-` if no term applies.
    private func actions(of text: String, count: Int) throws -> [String] {
        var terms = try FailpointTerms(parsing: text)
        return (0..<count).map { _ in terms.next().map { "\($0)" } ?? "-" }
    }

    @Test("apply in order, each until its count is exhausted")
    func counts() throws {
        #expect(
            try actions(of: "2*error(EIO)->1*delay(2000)", count: 4) == [
                "error(EIO)", "error(EIO)", "delay(2000)", "-",
            ])
        #expect(try actions(of: "1*off->error(ENOSPC)", count: 3) == ["off", "error(ENOSPC)", "error(ENOSPC)"])
        #expect(try actions(of: "pause->panic", count: 2) == ["pause", "pause"])
    }

    @Test("apply with their probability")
    func probabilities() throws {
        #expect(try actions(of: "0%error(EIO)->0.0%panic", count: 100).allSatisfy { $0 == "-" })
        #expect(try actions(of: "100%error(EIO)", count: 100).allSatisfy { $0 == "error(EIO)" })
        // For a fair coin, fewer than 200 or more than 800 of 1,000 have a probability below 10^-70.
        let halves = try actions(of: "50.0%error(EIO)->delay(1)", count: 1_000)
        #expect((200...800).contains(halves.count { $0 == "error(EIO)" }))
        #expect(halves.count { $0 == "delay(1)" } == halves.count { $0 != "error(EIO)" })
        // A count is the number of times that the term takes effect, regardless of the order of the modifiers.
        for text in ["50%3*error(EIO)", "3*50%error(EIO)"] {
            #expect(try actions(of: text, count: 1_000).count { $0 == "error(EIO)" } == 3)
        }
    }

    @Test("are described with the remaining counts")
    func description() throws {
        var terms = try FailpointTerms(parsing: " 10.0% 3*return(EIO) -> 2 * sleep(20)->off ")
        #expect("\(terms)" == "10.0%3*error(EIO)->2*delay(20)->off")
        terms = try FailpointTerms(parsing: "2*error(EIO)->1*pause")
        _ = terms.next()
        #expect("\(terms)" == "1*error(EIO)->1*pause")
        _ = terms.next()
        #expect("\(terms)" == "1*pause")
        #expect(!terms.isExhausted)
        _ = terms.next()
        #expect(terms.isExhausted)
    }

    @Test(
        "that are invalid are rejected with the column of the problem",
        arguments: [
            ("", 1, "expected an action: off, error(ERRNO), delay(MILLISECONDS), pause or panic, got the end"),
            ("eror(EIO)", 1, "unknown action 'eror' (did you mean 'error'?)"),
            ("3*error", 8, "expected '(' and an argument after 'error', got the end"),
            ("3*error(EXIO)", 9, "expected an error of errno(3) such as EIO, got 'EXIO'"),
            ("error(EIO", 10, "expected ')', got the end"),
            ("error(4711)", 7, "expected an error of errno(3) such as EIO, got '4711'"),
            ("delay(-1)", 7, "expected a delay of 0 to 86400000 milliseconds, got '-1'"),
            ("101%pause", 1, "expected one probability from 0 to 100, got '101'"),
            ("0*pause", 1, "expected one count of 1 or more, got '0'"),
            ("2*3*pause", 3, "expected one count of 1 or more, got '3'"),
            ("3error(EIO)", 2, "expected '%' or '*' after the number 3, got 'error(EIO)'"),
            ("pause pause", 7, "expected '->' or the end, got 'pause'"),
            ("pause->", 8, "expected an action: off, error(ERRNO), delay(MILLISECONDS), pause or panic, got the end"),
        ])
    func invalid(text: String, column: Int, message: String) {
        #expect(throws: FailpointSyntaxError(column: column, message: message)) { try FailpointTerms(parsing: text) }
    }
}
