import HostInterface
import Trellis

// Plugins with one mistake each, as their authors would write them.

/// A plugin whose bindings a test declares.
protocol ShopPlugin: Plugin where Configuration == ShopConfiguration {}

extension ShopPlugin {
    static var manifest: PluginManifest { PluginManifest(name: "shop", version: "1.0.0", summary: "A shop.") }
}

struct ShopConfiguration: PluginConfiguration {
    let currency: String

    init(from settings: Settings) {
        currency = settings.string("currency", default: "EUR", "The currency of the prices.")
    }
}

struct Prices: Sendable {}

struct Till: Sendable {
    let prices: Prices
}

/// Nothing provides the prices.
struct ShopWithoutPrices: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.provide(Till.init(prices:))
    }
}

protocol PriceSource: Sendable {}

struct FilePriceSource: PriceSource {}

struct Catalogue: Sendable {
    let source: any PriceSource
}

/// The source is provided as its own type, and requested as a protocol.
struct ShopWithWrongType: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.provide({ () in FilePriceSource() })
        blueprint.provide(Catalogue.init(source:))
    }
}

final class Stock: Sendable {
    init(orders: Orders) {}
}

final class Orders: Sendable {
    init(stock: Stock) {}
}

/// Two instances need each other.
struct ShopWithCycle: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.provide(Stock.init(orders:))
        blueprint.provide(Orders.init(stock:))
    }
}

/// The prices are for other plugins, but not exported.
struct ShopWithoutExport: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.provide({ () in Prices() }, .carried)
    }
}

/// Requires the prices of the shop.
struct KioskPlugin: ShopPlugin {
    static let manifest = PluginManifest(name: "kiosk", version: "1.0.0", summary: "A kiosk.")

    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.provide(Till.init(prices:))
    }
}

/// An interface with a given name.
struct SignInterface: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.sign",
        description: "interface org.example.sign\n\nmethod Read() -> (text: string)\n",
        methods: [.init(name: "Read", streaming: .never)])

    func handle(_ call: ServerCall) async throws {}
}

/// An interface with the name of one of the daemon.
struct FalseHostInterface: VarlinkInterface {
    static let contract = HostContract.contract

    func handle(_ call: ServerCall) async throws {}
}

/// Serves an interface twice: for all connections, and in the session.
struct ShopWithTwoSigns: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.serve({ () in SignInterface() })
        blueprint.session { $0.serve({ () in SignInterface() }) }
    }
}

/// Serves an interface of the daemon.
struct ShopWithFalseInterface: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.serve({ () in FalseHostInterface() })
    }
}

/// Serves an interface.
struct ShopWithSign: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.serve({ () in SignInterface() })
    }
}

protocol Discount: Sendable {}

protocol Discounts: Sendable {}

struct Voucher: Discount, Discounts {}

/// Declares an extension point.
struct ShopWithPoint: ShopPlugin {
    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.extensionPoint((any Discount).self)
    }
}

/// Contributes to an extension point with another name.
struct VoucherPlugin: ShopPlugin {
    static let manifest = PluginManifest(name: "voucher", version: "1.0.0", summary: "Vouchers.")

    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.extend({ () in Voucher() }) { $0 as any Discounts }
    }
}

/// Contributes in a session.
struct MisplacedVoucherPlugin: ShopPlugin {
    static let manifest = PluginManifest(name: "voucher", version: "1.0.0", summary: "Vouchers.")

    static func assemble(_ blueprint: inout Blueprint, configuration: ShopConfiguration) {
        blueprint.session { session in
            session.extend({ () in Voucher() }) { $0 as any Discount }
        }
    }
}
