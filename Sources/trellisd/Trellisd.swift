import TrellisHTTP
import TrellisHost

/// The program `trellisd`.
@main
enum Trellisd {
    static func main() async {
        await Host.main(plugins: plugins, root: { $0.provideHTTPClients() })
    }
}
