import Testing

@Suite("trellisctl plugin", .runsPrograms, .timeLimit(.minutes(10)))
struct PluginCommandTests {
    @Test("a followed stream continues after its plugin is stopped and started")
    func stream() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.withDaemon { _ in
                let result = try await workplace.shell(
                    """
                    mkfifo "$FOLDER/errors"
                    exec 3< <(exec "$TRELLISCTL" items watch --follow --json 2> "$FOLDER/errors")
                    watch=$!
                    exec 4< "$FOLDER/errors"
                    until_line() {
                        while read -r line <&"$1"; do case $line in *"$2"*) echo "$line"; break ;; esac; done
                    }
                    until_line 3 '"ready"' > /dev/null
                    "$TRELLISCTL" items add tea 1 > /dev/null
                    until_line 3 '"tea"' > /dev/null
                    "$TRELLISCTL" plugin stop items
                    until_line 4 'the plugin items is stop'
                    "$TRELLISCTL" items list; echo "status $?"
                    "$TRELLISCTL" call io.trellis.Items.List --more; echo "status $?"
                    "$TRELLISCTL" plugin list | grep '^items '
                    "$TRELLISCTL" plugin start items
                    until_line 4 'connected again'
                    "$TRELLISCTL" items add salt 1 > /dev/null
                    until_line 3 '"salt"' > /dev/null
                    kill "$watch"
                    """)
                #expect(result.status == 0)
                let output = result.output.split(separator: "\n").map(String.init)
                #expect(output.count { $0.hasPrefix("items ") && $0.contains("stopped") } == 2, "\(output)")
                #expect(output.count { $0.hasPrefix("items ") && $0.contains("running") } == 1, "\(output)")
                #expect(output.filter { $0.hasPrefix("status ") } == ["status 69", "status 69"], "\(output)")
                #expect(output.contains { $0.contains("connected again; the stream continues after revision") })
                #expect(result.error.contains("the plugin items is stopped"))
            }
        }
    }

    @Test("a disabled plugin stays disabled when the daemon starts again")
    func disable() async throws {
        try await Workplace.with { workplace in
            _ = try await workplace.withDaemon { _ in
                let disabled = try await workplace.shell(
                    """
                    "$TRELLISCTL" plugin disable items --dry-run; "$TRELLISCTL" plugin disable items
                    "$TRELLISCTL" plugin start items; echo "status $?"
                    """)
                #expect(disabled.output.contains(/items  running  [-0-9T:.]+Z  -/))
                #expect(disabled.output.contains("items  disabled (by "))
                #expect(disabled.output.hasSuffix("status 69\n"), "\(disabled)")
                #expect(disabled.error.contains("the plugin items is disabled"))
            }
            #expect(try workplace.names().contains("io.trellis") == false)
            _ = try await workplace.withDaemon { _ in
                let result = try await workplace.shell(
                    """
                    "$TRELLISCTL" plugin list | grep '^items '
                    "$TRELLISCTL" config show plugins.items.enabled
                    "$TRELLISCTL" plugin enable items && "$TRELLISCTL" items add tea 1
                    "$TRELLISCTL" plugin revert items
                    """)
                #expect(result.status == 0, "\(result)")
                #expect(result.output.contains("disabled (by "), "\(result)")
                #expect(result.output.contains("trellisctl plugin disable items ("), "\(result)")
                #expect(result.output.contains("items  running (enabled by "), "\(result)")
                #expect(result.output.contains(/items  running  [-0-9T:.]+Z  -\n$/), "\(result)")
            }
        }
    }
}
