/// A list of items and its history of changes.
///
/// Changes are serialised and numbered, and each is atomic. In a durable store, a change is durable when its call
/// returns. If a task is cancelled while its change waits, the call throws a `CancellationError` and changes nothing. A
/// change that has begun is not interrupted, or its outcome is reported as unknown.
///
/// Every method throws ``ItemStoreError`` when it rejects a call, and other errors, such as
/// ``TrellisSQLite/StorageError`` and ``ItemStoreFailure``, when the storage fails.
public protocol ItemStore: ItemReader, ItemWriter, ItemMaintenance {}
