public import TrellisHTTP

extension ServerURL {
    /// The REST API of GitHub (docs.github.com, "Getting started with the REST API").
    public static let gitHub = ServerURL(host: "api.github.com")

    /// The web server, which has the OAuth device flow, of the REST API at this URL.
    ///
    /// The host without `api.` for GitHub and GitHub Enterprise Cloud with data residency; the URL without the path
    /// `/api/v3` for GitHub Enterprise Server (docs.github.com, "Getting started with the REST API", and the same for
    /// GHE.com).
    var webServer: ServerURL {
        root(of: host.hasPrefix("api.") ? String(host.dropFirst("api.".count)) : host)
    }
}
