import Logging

extension LogEvent {
    /// The metadata of the message, over that of the provider, over that of the logger; in the order of the keys.
    func effectiveMetadata(
        base: Logger.Metadata, provider: Logger.MetadataProvider?
    ) -> [(key: String, value: Logger.Metadata.Value)] {
        var result = base
        if let provider {
            result.merge(provider.get()) { $1 }
        }
        if let metadata {
            result.merge(metadata) { $1 }
        }
        return result.sorted { $0.key < $1.key }
    }
}
