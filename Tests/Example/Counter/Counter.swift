/// A counter.
actor Counter {
    private var count: Int

    init(configuration: CounterConfiguration) {
        count = configuration.start
    }

    /// Adds an amount and returns the new count.
    func add(_ amount: Int) -> Int {
        count += amount
        return count
    }
}
