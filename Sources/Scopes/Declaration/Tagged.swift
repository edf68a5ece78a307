/// One of several instances of the same type, distinguished by a tag.
///
/// A tag is a type without instances. The tagged type is a key like any other:
///
/// ```swift
/// enum Images {}
///
/// struct Gallery: Sendable {
///     let transfer: TransferService
///
///     init(transfer: Tagged<Images, TransferService>) { self.transfer = transfer.value }
/// }
///
/// blueprint.provide(TransferService.init(configuration:)) { Tagged<Images, TransferService>($0) }
/// blueprint.provide(Gallery.init(transfer:))
/// ```
public struct Tagged<Tag, Value: Sendable>: Sendable {
    /// The instance.
    public let value: Value

    /// Adds the tag to an instance.
    public init(_ value: Value) {
        self.value = value
    }
}
