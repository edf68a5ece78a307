import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The plan of a reload", .timeLimit(.minutes(2)))
struct ReloadPlanTests {
    @Test("an equal configuration keeps every plugin")
    func equal() async throws {
        try await withReloadedHost(tunedText("word: tea")) { fixture async throws in
            #expect(try fixture.plan("# A comment\n" + tunedText("word:   tea")) == [])
        }
    }

    @Test("a change on which no carried instance depends reconfigures the plugin")
    func reconfigure() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            #expect(
                try fixture.plan(tunedText("word: tea\nrestartDelay: 2s")) == [
                    "tuned reconfigure: its configuration has changed (restartDelay, word)"
                ])
            let plan = try fixture.host.reloadPlan()
            let change = try #require(plan.plugins.first { $0.plugin == "tuned" }?.settings.last)
            #expect(change.from == "hello" && change.to == "tea" && change.key == "plugins.tuned.word")
            #expect(change.location?.description.hasSuffix("trellis.yaml:5:11") == true)
        }
    }

    @Test("a change on which a carried instance depends restarts the plugin and the plugins that hold its instances")
    func restart() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            #expect(
                try fixture.plan(tunedText("store: side")) == [
                    "tuned restart: its carried instance TunedStore depends on the changed value StoreName "
                        + "(store → holder)",
                    "holder restart: it holds instances of tuned ()",
                ])
            #expect(
                try fixture.plan(tunedText("served: true")) == [
                    "tuned restart: its interfaces change (served → holder)",
                    "holder restart: it holds instances of tuned ()",
                ])
            #expect(
                try fixture.plan(tunedText("timeoutStop: 3s")).first
                    == "tuned restart: timeoutStop, which limits the closing of its carried instances, has changed "
                    + "(timeoutStop → holder)")
        }
    }

    @Test("a plugin that is enabled or disabled starts or stops, and plugins that depend on it restart")
    func enablement() async throws {
        try await withReloadedHost(tunedText(rest: "  picky:\n")) { fixture async throws in
            #expect(
                try fixture.plan(tunedText(rest: "  base:\n  picky:\n")) == [
                    "base start: it is now enabled (enabled → picky)",
                    "picky restart: the plugin base, on which it depends, is now enabled ()",
                ])
            #expect(
                try fixture.plan("plugins:\n  tuned:\n  holder:\n  picky:\n") == [
                    "lone stop: it is now disabled (enabled)"
                ])
        }
    }

    @Test("a plugin that failed starts with its new configuration, and a stopped one remains stopped")
    func inactive() async throws {
        func tunedText(_ word: String, notebook: String) -> String {
            "plugins:\n  notebook:\n\(notebook)  tuned:\n    required: false\n    word: \(word)\n"
        }
        try await withReloadedHost(tunedText("bad", notebook: "")) { fixture async throws in
            _ = try await fixture.host.control(.stop, "notebook", isDryRun: false)
            #expect(
                try fixture.plan(tunedText("tea", notebook: "    stallLimit: 1s\n")) == [
                    "notebook keep: it is stopped, and uses the new configuration at its next start (stallLimit)",
                    "tuned start: it failed, and its configuration has changed (word)",
                ])
        }
    }

    @Test("a quarantined plugin remains quarantined, and uses its new configuration when it is released")
    func quarantined() async throws {
        try await withReloadedHost(tunedText("required: false"), quarantined: "tuned") { fixture async throws in
            #expect(
                try fixture.plan(tunedText("required: false\nword: tea")) == [
                    "tuned keep: it is quarantined, and uses the new configuration when it is released (word)"
                ])
        }
    }

    @Test("a changed secret is part of the plan, and masked")
    func secret() async throws {
        try await withReloadedHost(tunedText("code: one")) { fixture async throws in
            let first = try fixture.host.reloadPlan().hash
            #expect(
                try fixture.plan(tunedText("code: two")) == ["tuned reconfigure: its configuration has changed (code)"])
            let plan = try fixture.host.reloadPlan()
            let change = try #require(plan.plugins.first { $0.plugin == "tuned" }?.settings.first)
            #expect(change.from == Secret.mask && change.to == Secret.mask)
            #expect(plan.hash != first)
            #expect(!"\(HostContract.ReloadPlan(plan))".contains("two"))
        }
    }

    @Test("the hash is the same for the same change only")
    func hash() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            let empty = try fixture.host.reloadPlan().hash
            #expect(empty.count == 16)
            try fixture.write(tunedText("word: tea"))
            let tea = try fixture.host.reloadPlan().hash
            #expect(try fixture.host.reloadPlan().hash == tea && tea != empty)
            try fixture.write(tunedText("word: salt"))
            #expect(try fixture.host.reloadPlan().hash != tea)
            try fixture.write(tunedText("word: tea"))
            #expect(try await fixture.host.reload(expecting: tea).hash == tea)
            #expect(try fixture.host.reloadPlan().hash != tea)
        }
    }

    @Test("changed settings of the daemon apply with the reload or after a restart")
    func daemon() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            let text = "log:\n  level: debug\ncontrol:\n  backlog: 77\n" + tunedText()
            for _ in 1...2 {
                try fixture.write(text)
                let plan = try fixture.host.reloadPlan()
                #expect(plan.settings.map { "\($0.key) \($0.from ?? "") \($0.to ?? "")" } == ["log.level info debug"])
                #expect(plan.afterRestart.map(\.key) == ["control.backlog"])
            }
            _ = try await fixture.host.reload(expecting: nil)
            let plan = try fixture.host.reloadPlan()
            #expect(plan.settings == [] && plan.afterRestart.map(\.key) == ["control.backlog"])
        }
    }

    @Test("an invalid configuration is rejected with every problem")
    func invalid() async throws {
        try await withReloadedHost(tunedText()) { fixture async throws in
            try fixture.write("control:\n  connections: none\nplugins:\n  tuned:\n    wort: tea\n")
            do {
                _ = try fixture.host.reloadPlan()
                Issue.record("the plan was made")
            } catch HostError.changeRejected(let message) {
                let lines = message.split(separator: "\n")
                #expect(lines.count == 2)
                #expect(lines.first?.contains("trellis.yaml:2:16: control.connections: ") == true)
                #expect(lines.last?.contains("trellis.yaml:5:5: plugins.tuned.wort: unknown key") == true)
            }
            try fixture.write("plugins:\n  holder:\n")
            #expect(
                throws: HostError.changeRejected(
                    message:
                        "the plugin holder needs tuned, which is disabled: enable plugins.tuned or disable plugins.holder"
                )
            ) { _ = try fixture.host.reloadPlan() }
            try fixture.write(tunedText("word: forbidden"))
            #expect(
                throws: HostError.changeRejected(
                    message: "the plugin tuned cannot start: the word is forbidden")
            ) { _ = try fixture.host.reloadPlan() }
        }
    }
}
