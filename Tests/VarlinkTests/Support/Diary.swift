/// What an interface did, for a test to wait for.
actor Diary {
    private(set) var entries: [String] = []
    private var waiters: [(entry: String, continuation: CheckedContinuation<Void, Never>)] = []

    func write(_ entry: String) {
        entries.append(entry)
        for waiter in waiters where waiter.entry == entry { waiter.continuation.resume() }
        waiters.removeAll { $0.entry == entry }
    }

    /// Waits until this has been written.
    func wait(for entry: String) async {
        if entries.contains(entry) { return }
        await withCheckedContinuation { waiters.append((entry, $0)) }
    }
}
