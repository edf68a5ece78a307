package import Logging

/// The metadata key of the identifier of an event, which only the journal shows.
package let messageIdentifierKey = "messageID"

extension LogEvent {
    /// Merges the metadata of the message, of the metadata provider and of the logger, sorted by key.
    ///
    /// For a key that occurs several times, the message takes precedence over the provider, and the provider over the
    /// logger.
    package func effectiveMetadata(
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
