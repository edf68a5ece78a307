import Glibc
import Testing

@testable import Systemd

@Suite("ServiceEnvironment", .timeLimit(.minutes(2)))
struct ServiceEnvironmentTests {
    @Test("splits directories at colons")
    func directories() {
        let environment = ServiceEnvironment(variables: [
            "STATE_DIRECTORY": "/var/lib/trellis:/var/lib/other", "RUNTIME_DIRECTORY": "/run/trellisd",
        ])
        #expect(environment.directories(.state) == ["/var/lib/trellis", "/var/lib/other"])
        #expect(environment.directories(.runtime) == ["/run/trellisd"])
        #expect(environment.directories(.cache) == [])
    }

    @Test("ignores empty and relative directories")
    func invalidDirectories() {
        let environment = ServiceEnvironment(variables: [
            "STATE_DIRECTORY": "", "CACHE_DIRECTORY": "cache::/var/cache/x",
        ])
        #expect(environment.directories(.state) == [])
        #expect(environment.directories(.cache) == ["/var/cache/x"])
    }

    @Test(
        "parses the watchdog interval",
        arguments: [["WATCHDOG_USEC": "30000000"], ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "17"]])
    func watchdogInterval(variables: [String: String]) {
        let environment = ServiceEnvironment(variables: variables, processIdentifier: 17)
        #expect(environment.watchdogInterval == .seconds(30))
    }

    @Test(
        "returns no watchdog interval if the variable is unset, malformed or for another process",
        arguments: [
            [:], ["WATCHDOG_USEC": ""], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "soon"],
            ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "18"], ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "x"],
        ])
    func noWatchdogInterval(variables: [String: String]) {
        #expect(ServiceEnvironment(variables: variables, processIdentifier: 17).watchdogInterval == nil)
    }

    @Test("parses the invocation identifier")
    func invocationIdentifier() {
        let digits = "0123456789abcdef0123456789abcdef"
        #expect(ServiceEnvironment(variables: ["INVOCATION_ID": digits]).invocationIdentifier == digits)
        #expect(ServiceEnvironment(variables: ["INVOCATION_ID": "x"]).invocationIdentifier == nil)
    }

    @Test("reads the variables of the process")
    func current() async {
        await #expect(processExitsWith: .success) {
            setenv("STATE_DIRECTORY", "/var/lib/trellis", 1)
            unsetenv("CACHE_DIRECTORY")
            let environment = ServiceEnvironment.current()
            precondition(environment.directories(.state) == ["/var/lib/trellis"])
            precondition(environment.directories(.cache) == [])
            precondition(environment.processIdentifier == getpid())
        }
    }
}
