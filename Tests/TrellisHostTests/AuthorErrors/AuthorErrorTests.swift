import Foundation
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// The mistakes of plugin authors, and the whole messages of `trellisd --check` about them.
///
/// Each message states the problem, its location, its reason and a remedy. `StallTests` has the message about a plugin that
/// blocks its executor, `CompilerMessageTests` those of the compiler, and `NoteTests` those about annotations of a contract.
@Suite("Errors of plugin authors", .timeLimit(.minutes(2)))
struct AuthorErrorTests {
    /// Returns the message of `trellisd --check`, with `LINE` instead of the line numbers of ShopPlugins.swift.
    private func check(_ plugins: [PluginRegistration], _ text: String? = nil) async throws -> String {
        try await withTemporaryFolder { folder in
            let file = folder.appending("trellis.yaml")
            let text = text ?? "plugins:\n" + plugins.map { "  \($0.name):\n" }.joined()
            try Data(text.utf8).write(to: URL(filePath: file.string))
            let host = Host(
                options: HostOptions(configuration: file), plugins: plugins, service: ServiceEnvironment(),
                variables: [:])
            let failure = #expect(throws: HostFailure.self) { try host.check() }
            return (failure?.description ?? "").replacing(/ShopPlugins.swift:\d+/, with: "ShopPlugins.swift:LINE")
                .replacing("\(folder)/", with: "")
        }
    }

    @Test("a missing binding")
    func missingBinding() async throws {
        let message = try await check([PluginRegistration(ShopWithoutPrices.self)])
        #expect(
            message == """
                root/shop/generation: rejected with 1 diagnostic

                SC001 missing binding in root/shop/generation: Till needs Prices, which neither root/shop/generation nor a \
                scope above it provides
                      Till needs Prices  TrellisHostTests/ShopPlugins.swift:LINE
                    remedy: provide Prices in root/shop/generation or in a scope above it, or request Prices? if it may \
                be absent
                """)
    }

    @Test("README.md shows the message of a missing binding, for its counter")
    func readme() async throws {
        var message = try await check([PluginRegistration(ShopWithoutPrices.self)])
        for (name, other) in [
            ("shop", "counter"), ("Till", "CounterInterface"), ("Prices", "Counter"),
            ("TrellisHostTests/ShopPlugins.swift:LINE", "Counter/CounterPlugin.swift:11"),
        ] {
            message = message.replacing(name, with: other)
        }
        let diagnostic = message.split(separator: "\n").dropFirst().map { "    \($0)\n" }.joined()
        let checkout = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        let page = try String(contentsOf: checkout.appending(path: "../../../README.md"), encoding: .utf8)
        #expect(page.contains(diagnostic), "\(diagnostic)")
    }

    @Test("an instance that is provided as its own type, and requested as a protocol")
    func wrongType() async throws {
        let message = try await check([PluginRegistration(ShopWithWrongType.self)])
        #expect(
            message == """
                root/shop/generation: rejected with 1 diagnostic

                SC001 missing binding in root/shop/generation: Catalogue needs PriceSource, which neither \
                root/shop/generation nor a scope above it provides
                      Catalogue needs PriceSource            TrellisHostTests/ShopPlugins.swift:LINE
                    → root/shop/generation: FilePriceSource  TrellisHostTests/ShopPlugins.swift:LINE
                    remedy: did you mean FilePriceSource? If that conforms to PriceSource, provide it as such: \
                `{ $0 as any PriceSource }`
                """)
    }

    @Test("a cycle")
    func cycle() async throws {
        let message = try await check([PluginRegistration(ShopWithCycle.self)])
        #expect(
            message == """
                root/shop/generation: rejected with 1 diagnostic

                SC002 cycle in root/shop/generation: Stock → Orders → Stock need each other
                      Stock needs Orders  TrellisHostTests/ShopPlugins.swift:LINE
                    → Orders needs Stock  TrellisHostTests/ShopPlugins.swift:LINE
                    remedy: change one of the parameters to Live<…> or Lazy<…>, and call it when the instance is used
                """)
    }

    @Test("a forgotten export")
    func forgottenExport() async throws {
        let message = try await check([
            PluginRegistration(ShopWithoutExport.self), PluginRegistration(KioskPlugin.self),
        ])
        #expect(
            message == """
                root/kiosk/generation: rejected with 1 diagnostic

                SC001 missing binding in root/kiosk/generation: Till needs Prices, which neither root/kiosk/generation nor \
                a scope above it provides
                      Till needs Prices                TrellisHostTests/ShopPlugins.swift:LINE
                    → root/shop: Prices, not exported  TrellisHostTests/ShopPlugins.swift:LINE
                    remedy: export Prices from root/shop
                """)
    }

    @Test("an interface that two plugins serve")
    func sharedInterface() async throws {
        let plugins = ["shop", "kiosk"].map { PluginRegistration(ShopWithSign.self, name: $0) }
        let message = try await check(plugins)
        #expect(
            message == """
                the plugins shop (TrellisHostTests/ShopPlugins.swift:LINE) and kiosk \
                (TrellisHostTests/ShopPlugins.swift:LINE) serve the same interface org.example.sign. Enable only one of \
                them, or rename the interface in the contract of one of them
                """)
    }

    @Test("an interface that a plugin serves twice")
    func interfaceTwice() async throws {
        let message = try await check([PluginRegistration(ShopWithTwoSigns.self)])
        #expect(
            message == """
                TrellisHostTests/ShopPlugins.swift:LINE: the plugin shop serves the interface org.example.sign twice, \
                first at TrellisHostTests/ShopPlugins.swift:LINE. Remove one of the two lines
                """)
    }

    @Test("an interface of the daemon")
    func interfaceOfDaemon() async throws {
        let message = try await check([PluginRegistration(ShopWithFalseInterface.self)])
        #expect(
            message == """
                TrellisHostTests/ShopPlugins.swift:LINE: the plugin shop serves io.trellis.Host, which is an interface of \
                the daemon. Give the interface another name in its contract
                """)
    }

    @Test("an unknown key")
    func unknownKey() async throws {
        let message = try await check([PluginRegistration(ShopWithSign.self)], "plugins:\n  shop:\n    curency: USD\n")
        #expect(
            message == """
                trellis.yaml:3:5: plugins.shop.curency: unknown key, which the plugin shop does not read \
                (did you mean 'currency'?)
                """)
    }

    @Test("a contribution to an unknown extension point")
    func unknownExtensionPoint() async throws {
        let message = try await check([PluginRegistration(ShopWithPoint.self), PluginRegistration(VoucherPlugin.self)])
        #expect(
            message == """
                TrellisHostTests/ShopPlugins.swift:LINE: the plugin voucher extends Discounts, but no plugin of this \
                daemon declares this extension point (did you mean Discount?). Add the plugin that declares it to the \
                daemon, or remove the contribution
                """)
    }

    @Test("a contribution in a session")
    func misplacedContribution() async throws {
        let plugins = [PluginRegistration(ShopWithPoint.self), PluginRegistration(MisplacedVoucherPlugin.self)]
        let message = try await check(plugins)
        #expect(
            message == """
                TrellisHostTests/ShopPlugins.swift:LINE: the plugin voucher names the extension point Discount in a \
                session or a scene, whose instances close before those of the plugin. Move the line \
                to assemble(_:configuration:) of the plugin
                """)
    }

    @Test("an extension point that two plugins declare")
    func sharedExtensionPoint() async throws {
        let plugins = ["shop", "kiosk"].map { PluginRegistration(ShopWithPoint.self, name: $0) }
        let message = try await check(plugins)
        #expect(
            message == """
                the extension point Discount is declared more than once: by the plugin shop \
                (TrellisHostTests/ShopPlugins.swift:LINE) and the plugin kiosk (TrellisHostTests/ShopPlugins.swift:LINE). \
                Enable only one of them
                """)
    }
}
