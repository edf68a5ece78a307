import Glibc
import Systemd
import Testing

@Suite("ExitStatus", .timeLimit(.minutes(2)))
struct ExitStatusTests {
    @Test("exit statuses have the numbers of sysexits(3)")
    func sysexits() {
        #expect(ExitStatus.usage.rawValue == EX_USAGE)
        #expect(ExitStatus.noInput.rawValue == EX_NOINPUT)
        #expect(ExitStatus.unavailable.rawValue == EX_UNAVAILABLE)
        #expect(ExitStatus.software.rawValue == EX_SOFTWARE)
        #expect(ExitStatus.cannotCreate.rawValue == EX_CANTCREAT)
        #expect(ExitStatus.inputOutputError.rawValue == EX_IOERR)
        #expect(ExitStatus.temporaryFailure.rawValue == EX_TEMPFAIL)
        #expect(ExitStatus.noPermission.rawValue == EX_NOPERM)
        #expect(ExitStatus.configuration.rawValue == EX_CONFIG)
    }
}
