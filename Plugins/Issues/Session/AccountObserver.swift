/// An object that is notified before the scenes of a session's account close.
protocol AccountObserver: AnyObject, Sendable {
    /// Closes the scenes of the previous account.
    func accountWillChange() async
}
