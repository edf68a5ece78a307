/// An object that is notified after the current account has changed.
protocol AccountObserver: AnyObject, Sendable {
    /// Releases what belongs to the previous account.
    func accountDidChange() async
}
