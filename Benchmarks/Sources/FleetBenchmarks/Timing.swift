import BenchmarkSupport

/// The wall-clock time of a body, in milliseconds.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return start.duration(to: clock.now) / .milliseconds(1)
}

/// Measures two bodies in turn, and reports the medians of their times and of the ratios of adjacent runs.
///
/// - Parameters:
///   - name: The name of the measured body.
///   - reference: The name of the body that it is compared with.
///   - runs: The number of runs. With an odd number, the median is one of the measured ratios.
///   - limit: The maximum ratio.
///   - measured: The measured body, which returns its time in milliseconds.
///   - other: The body that it is compared with.
/// - Throws: The error of a body.
func compare(
    _ name: String, with reference: String, runs: Int, limit: Double, _ measured: () async throws -> Double,
    _ other: () async throws -> Double
) async throws {
    var (times, references): ([Double], [Double]) = ([], [])
    _ = try await (measured(), other())
    for run in 0..<runs {
        // Alternates the order, so that neither body is always measured first.
        if run.isMultiple(of: 2) {
            references.append(try await other())
            times.append(try await measured())
        } else {
            times.append(try await measured())
            references.append(try await other())
        }
    }
    try Figure(reference, references.median, "ms").report()
    try Figure(
        name, times.median, "ms", reference: reference, ratio: zip(times, references).map { $0 / $1 }.median,
        limit: limit
    ).report()
}
