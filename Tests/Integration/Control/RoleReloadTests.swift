import Testing
import Varlink
import WebTesting

/// Roles that a reload changes, for connections and sessions that are open.
@Suite(
    "Roles and reloads", .runsPrograms, .needsRoot(to: "to run a program as another user"), .timeLimit(.minutes(10)))
struct RoleReloadTests {
    private static func configuration(_ roles: String) -> String {
        """
        control: { roles: { \(roles) } }
        plugins:
          items: { store: memory }
          dashboard: { listen: ["127.0.0.1:0"], confirmHealth: 0 }

        """
    }

    @Test("a revoked role no longer permits calls, also on an open connection and in an open session of the dashboard")
    func revocation() async throws {
        try await Workplace.with(configuration: Self.configuration("operate: ['65534']")) { workplace in
            try await workplace.withDaemon { _ in
                // The group may connect to the control socket.
                let url = try await workplace.shell(
                    "setpriv --reuid=65534 --regid=0 --clear-groups \"$TRELLISCTL\" dashboard")
                try #require(url.status == 0, "\(url.error)")
                let browser = try await WebBrowser(signingInWith: url.output)
                let item = #"{"title":"Tea","count":1}"#
                #expect(try await browser.call("io.trellis.Items.Add", item).status == 200)
                try workplace.write(Self.configuration(""), to: "new.yaml")
                let calls = try await workplace.shell(
                    """
                    coproc shell { setpriv --reuid=65534 --regid=0 --clear-groups "$TRELLISCTL" --json shell items 2>&1; }
                    add() { echo "add $1 1" >&"${shell[1]}"; read -r line <&"${shell[0]}"; echo "$line"; }
                    add Rice
                    mv "$FOLDER/new.yaml" "$FOLDER/trellis.yaml"
                    "$TRELLISCTL" reload > /dev/null || exit
                    add Salt
                    """)
                #expect(calls.status == 0, "\(calls.error)")
                let replies = try calls.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
                try #require(replies.count == 2, "\(calls.output)")
                #expect(replies[0]["item"]?["title"] == "Rice")
                #expect(replies[1]["error"] == "io.trellis.Host.RoleRequired")
                // The remedy is complete.
                #expect(replies[1]["advice"]?.stringValue?.hasSuffix("and runs 'trellisctl reload'.") == true)
                #expect(try await browser.call("io.trellis.Items.Add", item).status == 401)
                #expect(try await browser.get("/initial").status == 401)
                let records = try await workplace.trellisctl("audit", "--failed", "--user", "65534", "--json")
                #expect(records.output.split(separator: "\n").count == 2, "\(records.output)")

                try workplace.write(Self.configuration("operate: ['65534']"), to: "trellis.yaml")
                #expect(try await workplace.trellisctl("reload").status == 0)
                #expect(try await browser.call("io.trellis.Items.Add", item).status == 200)
            }
        }
    }
}
