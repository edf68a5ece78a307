import Clock
import TrellisHost

/// A daemon with the plugin Clock, and with the command line, the configuration and the service of `trellisd`.
@main
enum Clockd {
    static func main() async {
        await Host.main(program: "clockd", plugins: [PluginRegistration(ClockPlugin.self)])
    }
}
