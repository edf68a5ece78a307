/// The description of a service in the reply of `org.varlink.service.GetInfo`, without its interfaces.
public struct ServiceInformation: Hashable, Sendable {
    /// The vendor, such as `Trellis`.
    public var vendor: String
    /// The name of the product, such as `trellisd`.
    public var product: String
    /// The version, such as `1.0.0`.
    public var version: String
    /// The URL of further information, such as `https://example.org/trellis`.
    public var url: String

    /// Creates the description.
    ///
    /// All four members are sent, also when empty, because varlinkctl requires them.
    public init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }
}
