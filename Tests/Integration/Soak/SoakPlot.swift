import Foundation
import TrellisTesting

/// The resources of the daemon during a load, as a picture (SVG).
struct SoakPlot {
    /// A measurement.
    struct Sample: Sendable {
        /// The seconds since the beginning of the load.
        let seconds: Double
        let resources: ProcessResources
        /// The calls since the beginning of the load.
        let calls: Int
    }

    let samples: [Sample]

    private static let (width, height, margin) = (800.0, 120.0, 40.0)

    /// Writes the picture, and creates missing folders above the file.
    func write(to file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The calls per second between each sample and the previous one.
    private var rates: [Double] {
        zip(samples, [Sample(seconds: 0, resources: samples[0].resources, calls: 0)] + samples).map {
            sample, previous in
            Double(sample.calls - previous.calls) / max(sample.seconds - previous.seconds, 0.001)
        }
    }

    private var text: String {
        let charts = [
            ("resident memory, MiB", samples.map { Double($0.resources.memory) / 1_048_576 }),
            ("descriptors", samples.map { Double($0.resources.descriptors) }),
            ("threads", samples.map { Double($0.resources.threads) }), ("calls per second", rates),
        ]
        let size = "\(Int(Self.width + 2 * Self.margin)) \(Int(Self.height + Self.margin) * charts.count)"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="white"/>
            \(charts.enumerated().map { chart($1.0, $1.1, number: $0) }.joined(separator: "\n"))
            </svg>

            """
    }

    /// A chart whose vertical axis begins at zero.
    private func chart(_ title: String, _ values: [Double], number: Int) -> String {
        let (end, highest) = (samples.last?.seconds ?? 1, max(values.max() ?? 1, 1))
        let points = zip(samples, values).map { sample, value in
            let x = Self.margin + sample.seconds / end * Self.width
            let y = Self.height - value / highest * (Self.height - 20)
            return "\(Int(x)),\(Int(y))"
        }
        let (right, bottom) = (Int(Self.margin + Self.width), Int(Self.height))
        return """
            <g transform="translate(0 \(number * Int(Self.height + Self.margin)))">
            <text x="\(Int(Self.margin))" y="14">\(title): at most \(Int(highest)), at the end \(Int(values.last ?? 0))</text>
            <path d="M\(Int(Self.margin)) \(bottom)H\(right)" stroke="gray"/>
            <text x="\(right)" y="\(bottom + 14)" text-anchor="end">\(Int(end)) s</text>
            <polyline points="\(points.joined(separator: " "))" fill="none" stroke="black"/>
            </g>
            """
    }
}
