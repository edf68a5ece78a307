import ServiceLifecycle
import Trellis
import TrellisHost

/// A plugin with ten bindings, one of which is an interface and one a service.
///
/// The plugins with the last digit 0 export an instance, which the other nine of their ten take.
struct SamplePlugin<Hundreds: Digit, Tens: Digit, Ones: Digit>: Plugin {
    static var number: Int { 100 * Hundreds.value + 10 * Tens.value + Ones.value }

    static var manifest: PluginManifest {
        PluginManifest(name: "sample\(number)", version: "1.0.0", summary: "A sample.")
    }

    static func assemble(_ blueprint: inout Blueprint, configuration: SampleConfiguration) {
        if Ones.self == Zero.self {
            blueprint.provide(Shared<Hundreds, Tens>.init(environment:), .carried)
            blueprint.export(Shared<Hundreds, Tens>.self)
        } else {
            blueprint.provide(User<Self>.init(shared:) as @Sendable (Shared<Hundreds, Tens>) -> User<Self>)
        }
        blueprint.provide(Base<Self>.init(configuration:clock:))
        blueprint.provide(Part<Self, One>.init(base:))
        blueprint.provide(Part<Self, Two>.init(base:))
        blueprint.provide(Part<Self, Three>.init(base:))
        blueprint.provide(Pair<Self, Four>.init(base:one:two:))
        blueprint.provide(Pair<Self, Five>.init(base:one:two:))
        blueprint.provide(Pair<Self, Six>.init(base:one:two:))
        blueprint.serve(SampleInterface<Self>.init(pair:))
        blueprint.run(SampleService<Self>.init(pair:))
    }
}

/// A plugin with a number, for the types of its instances and the name of its interface.
protocol Numbered: Sendable {
    static var number: Int { get }
}

extension SamplePlugin: Numbered {}

/// The configuration of a sample: one key.
struct SampleConfiguration: PluginConfiguration {
    var value: Int

    init(from settings: Settings) {
        value = settings.integer("value", default: 0, in: 0...1_000_000, "A number.")
    }
}

/// The exported instance.
final class Shared<Hundreds: Digit, Tens: Digit>: Sendable {
    init(environment: PluginEnvironment) {}
}

/// An instance that takes the exported one.
final class User<Owner: Numbered>: Sendable {
    init<Hundreds: Digit, Tens: Digit>(shared: Shared<Hundreds, Tens>) {}
}

final class Base<Owner: Numbered>: Sendable {
    init(configuration: SampleConfiguration, clock: WallClock) {}
}

final class Part<Owner: Numbered, Kind: Digit>: Sendable {
    init(base: Base<Owner>) {}
}

final class Pair<Owner: Numbered, Kind: Digit>: Sendable {
    init(base: Base<Owner>, one: Part<Owner, One>, two: Part<Owner, Two>) {}
}

struct SampleService<Owner: Numbered>: Service {
    let pair: Pair<Owner, Five>

    func run() async throws { try await gracefulShutdown() }
}

struct SampleInterface<Owner: Numbered>: VarlinkInterface {
    let pair: Pair<Owner, Four>

    static var contract: VarlinkContract {
        VarlinkContract(
            name: "org.example.sample\(Owner.number)",
            description: """
                interface org.example.sample\(Owner.number)

                method Get() -> (value: int)

                method Set(value: int) -> ()

                """,
            methods: [.init(name: "Get", streaming: .never), .init(name: "Set", streaming: .never)])
    }

    func handle(_ call: ServerCall) async throws {
        try call.reply(["value": .integer(Int64(Owner.number))] as JSONObject)
    }
}

/// The registrations of the first samples.
func samples(_ count: Int) -> [PluginRegistration] {
    func registration<Hundreds: Digit, Tens: Digit, Ones: Digit>(
        _ hundreds: Hundreds.Type, _ tens: Tens.Type, _ ones: Ones.Type
    ) -> PluginRegistration {
        PluginRegistration(SamplePlugin<Hundreds, Tens, Ones>.self)
    }
    return (0..<count).map { number in
        let (hundreds, tens, ones) = (number / 100, number / 10 % 10, number % 10)
        return registration(digits[hundreds], digits[tens], digits[ones])
    }
}

/// The text of a configuration that enables samples.
///
/// - Parameters:
///   - count: The number of samples.
///   - changed: The sample with another configuration than the others; nil for none.
/// - Returns: The text.
func sampleConfiguration(_ count: Int, changed: Int? = nil) -> String {
    guard count > 0 else { return "" }
    let sections = (0..<count).map { number in
        "  sample\(number): {confirmHealth: 0, stallLimit: \(number == changed ? 31 : 30)}\n"
    }
    return "plugins:\n" + sections.joined()
}
