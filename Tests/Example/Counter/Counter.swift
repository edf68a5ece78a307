/// A number that grows.
actor Counter {
    private var count: Int

    init(configuration: CounterConfiguration) {
        count = configuration.start
    }

    /// Adds an amount, and gives the count afterwards.
    func add(_ amount: Int) -> Int {
        count += amount
        return count
    }
}
