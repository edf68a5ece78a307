import LogSupport

/// A list that several threads append to.
final class Recorder<Element: Sendable>: Sendable {
    private let monitor = Monitor<[Element]>([])

    var elements: [Element] { monitor.withLock { $0 } }

    func append(_ element: Element) {
        monitor.withLock { $0.append(element) }
        monitor.wakeAll()
    }

    /// Waits until there are a number of elements, for at most five minutes.
    func wait(count: Int) -> [Element] {
        monitor.wait(within: .seconds(300)) { $0.count >= count ? $0 : nil } ?? elements
    }
}
