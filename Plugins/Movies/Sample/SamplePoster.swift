/// The poster of an invented title: drawn from its number and its name, the same each time.
struct SamplePoster {
    private static let width = 120
    private static let height = 180

    private let title: SampleTitle

    /// Creates the poster of a title.
    init(of title: SampleTitle) {
        self.title = title
    }

    /// Draws the poster.
    func image() -> PixelImage {
        var random = SampleRandom(seed: title.number)
        var image = PixelImage(width: Self.width, height: Self.height, palette: Self.palette(by: &random))
        drawSky(on: &image, by: &random)
        drawHills(on: &image, by: &random)
        writeName(on: &image)
        return image
    }

    /// Paper and ink, six shades from night to day, and four colours that go with them.
    private static func palette(by random: inout SampleRandom) -> [PixelImage.Color] {
        let night = color(by: &random, in: 10...70)
        let day = color(by: &random, in: 150...245)
        let shades = (0..<6).map { step in
            func mixed(_ from: UInt8, _ to: UInt8) -> UInt8 { UInt8((Int(from) * (5 - step) + Int(to) * step) / 5) }
            return PixelImage.Color(
                red: mixed(night.red, day.red), green: mixed(night.green, day.green), blue: mixed(night.blue, day.blue))
        }
        return [.init(red: 244, green: 240, blue: 228), .init(red: 24, green: 22, blue: 28)] + shades
            + (0..<4).map { _ in color(by: &random, in: 40...220) }
    }

    private static func color(by random: inout SampleRandom, in range: ClosedRange<Int>) -> PixelImage.Color {
        PixelImage.Color(
            red: UInt8(random.number(in: range)), green: UInt8(random.number(in: range)),
            blue: UInt8(random.number(in: range)))
    }

    private func drawSky(on image: inout PixelImage, by random: inout SampleRandom) {
        for band in 0..<6 { image.fill(2 + band, x: 0..<Self.width, y: band * 24..<(band + 1) * 24) }
        let (x, y) = (random.number(in: 20...100), random.number(in: 20...70))
        image.fillCircle(8, x: x, y: y, radius: random.number(in: 8...22))
        for _ in 0..<random.number(in: 0...30) {
            image[random.number(in: 0...Self.width - 1), random.number(in: 0...60)] = 0
        }
    }

    private func drawHills(on image: inout PixelImage, by random: inout SampleRandom) {
        for hill in 0..<3 {
            let (peak, top) = (random.number(in: 0...Self.width), 70 + hill * 18 + random.number(in: 0...14))
            let slope = random.number(in: 1...3)
            image.fill(9 + hill, x: 0..<Self.width, y: top..<144) { x, y in abs(x - peak) <= (y - top) * slope }
        }
    }

    /// The name on a strip of paper, in as many lines as it needs and there is room for.
    private func writeName(on image: inout PixelImage) {
        image.fill(0, x: 0..<Self.width, y: 144..<Self.height)
        image.fill(1, x: 0..<Self.width, y: 144..<145)
        let lettersPerLine = (Self.width - 8) / PixelFont.advance
        var lines: [String] = []
        for word in title.name.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= lettersPerLine {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word.prefix(lettersPerLine)))
            }
        }
        for (index, line) in lines.prefix(4).enumerated() {
            image.write(line, 1, x: 4, y: 148 + index * (PixelFont.height + 3))
        }
    }
}
