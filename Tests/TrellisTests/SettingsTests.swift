import Testing
import Trellis

/// A source with a dictionary whose keys have dots between their parts.
private struct Texts: SettingsSource {
    var texts: [String: String] = [:]

    func text(at path: [String]) -> String? { texts[path.joined(separator: ".")] }
    func texts(at path: [String]) -> [String]? {
        text(at: path)?.split(separator: ",").map(String.init)
    }
}

private struct SampleConfiguration: PluginConfiguration {
    enum Mode: String, CaseIterable { case fast, careful }

    var mode: Mode
    var retries: Int
    var pause: Duration
    var buffer: ByteCount
    var isLoud: Bool
    var names: [String]
    var address: String?

    init(from settings: Settings) {
        mode = settings.choice("mode", default: .careful, "The mode.")
        retries = settings.integer("retries", default: 3, in: 0...10, "The number of retries.")
        pause = settings.duration("pause", default: .seconds(1), in: .zero ... .seconds(60), "The pause.")
        buffer = settings.bytes(
            "buffer", default: ByteCount(bytes: 4_096), in: ByteCount(bytes: 1)...ByteCount(bytes: 1 << 20),
            "The size of the buffer.")
        isLoud = settings.boolean("loud", default: false, "Whether it is loud.")
        names = settings.section("people").strings("names", default: ["Ada"], "The names.")
        address = settings.string("address", "The address; nil for none.")
        if isLoud, mode == .careful { settings.reject("loud", "is not possible when mode is careful") }
    }
}

@Suite("A configuration", .timeLimit(.minutes(2)))
struct SettingsTests {
    @Test("a configuration has the default values when nothing is set")
    func defaults() {
        let configuration = SampleConfiguration.standard
        #expect(configuration.mode == .careful)
        #expect(configuration.retries == 3)
        #expect(configuration.pause == .seconds(1))
        #expect(configuration.buffer == ByteCount(bytes: 4_096))
        #expect(configuration.names == ["Ada"])
        #expect(configuration.address == nil)
    }

    @Test("a configuration reads the values of its section")
    func values() {
        let source = Texts(texts: [
            "plugins.sample.mode": "fast", "plugins.sample.retries": "7", "plugins.sample.pause": "250ms",
            "plugins.sample.buffer": "64K", "plugins.sample.loud": "yes", "plugins.sample.people.names": "Bo,Cy",
            "plugins.sample.address": "here", "retries": "1",
        ])
        let settings = Settings(path: ["plugins", "sample"], source: source)
        let configuration = SampleConfiguration(from: settings)
        #expect(settings.diagnostics.isEmpty)
        #expect(configuration.mode == .fast)
        #expect(configuration.retries == 7)
        #expect(configuration.pause == .milliseconds(250))
        #expect(configuration.buffer == ByteCount(bytes: 65_536))
        #expect(configuration.isLoud)
        #expect(configuration.names == ["Bo", "Cy"])
        #expect(configuration.address == "here")
    }

    @Test("declares every key with type and default value")
    func declarations() {
        let settings = Settings(path: ["plugins", "sample"], source: NoSettings())
        _ = SampleConfiguration(from: settings)
        let keys = settings.declarations.map { $0.path.joined(separator: ".") }
        #expect(
            keys
                == ["mode", "retries", "pause", "buffer", "loud", "people.names", "address"]
                .map { "plugins.sample.\($0)" })
        #expect(settings.declarations[1].type == .integer(0...10))
        #expect(settings.declarations[2].defaultText == "1s")
        #expect(settings.declarations[6].defaultText == nil)
    }

    @Test("reports all problems in one pass")
    func diagnostics() {
        let source = Texts(texts: [
            "mode": "carefull", "retries": "11", "pause": "a while", "buffer": "2M", "loud": "perhaps",
        ])
        let settings = Settings(path: [], source: source)
        let configuration = SampleConfiguration(from: settings)
        #expect(configuration == .standard)
        #expect(
            settings.diagnostics.map(\.description) == [
                "mode: invalid value 'carefull': expected one of fast, careful (did you mean 'careful'?)",
                "retries: 11 is out of range: expected an integer from 0 to 10",
                "pause: invalid value 'a while': expected a duration from 0 to 1min, such as 500ms, 10s, 1min 30s or 7d",
                "buffer: 2M is out of range: expected a size from 1 to 1M",
                "loud: invalid value 'perhaps': expected true or false",
            ])
    }

    @Test("the description of a configuration does not contain secrets")
    func secrets() {
        struct Login: PluginConfiguration {
            var password: Secret?
            init(from settings: Settings) { password = settings.secret("password", "The password.") }
        }
        let settings = Settings(path: [], source: Texts(texts: ["password": "hunter2"]))
        let login = Login(from: settings)
        #expect(login.password?.text == "hunter2")
        #expect(settings.declarations.map(\.type) == [.secret])
        var dumped = ""
        dump(login, to: &dumped)
        for text in ["\(login)", String(reflecting: login), dumped] {
            #expect(!text.contains("hunter2"))
            #expect(text.contains("***"))
        }
    }

    @Test("rejects a value that contradicts another key")
    func rejecting() {
        let settings = Settings(path: [], source: Texts(texts: ["loud": "true"]))
        _ = SampleConfiguration(from: settings)
        #expect(settings.diagnostics.map(\.description) == ["loud: is not possible when mode is careful"])
    }
}
