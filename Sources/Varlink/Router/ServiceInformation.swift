/// What `org.varlink.service.GetInfo` tells of a service, beside its interfaces.
public struct ServiceInformation: Hashable, Sendable {
    /// Who makes it, such as `Trellis`.
    public var vendor: String
    /// What it is called, such as `trellisd`.
    public var product: String
    /// Its version, such as `1.0.0`.
    public var version: String
    /// Where to read more, such as `https://example.org/trellis`.
    public var url: String

    /// Makes the information.
    ///
    /// All four are sent, the empty ones too: varlinkctl wants them.
    public init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }
}
