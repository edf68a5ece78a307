public import TrellisHTTP

extension ServerURL {
    /// The URL of GitHub's REST API (docs.github.com, "Getting started with the REST API").
    public static let gitHub = ServerURL(host: "api.github.com")

    /// The web server that belongs to the REST API at this URL, and provides the OAuth device flow.
    ///
    /// For GitHub and GitHub Enterprise Cloud with data residency, the host lacks the prefix `api.`. For GitHub
    /// Enterprise Server, the URL lacks the path `/api/v3`. See docs.github.com, "Getting started with the REST API".
    var webServer: ServerURL {
        root(of: host.hasPrefix("api.") ? String(host.dropFirst("api.".count)) : host)
    }
}
