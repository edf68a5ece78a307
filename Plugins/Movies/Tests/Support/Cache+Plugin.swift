import Trellis
import TrellisHTTP

@testable import Movies

extension AnswerCache {
    /// Opens the cache in the directory of a plugin.
    convenience init(plugin: PluginEnvironment, limits: AnswerLimits) throws {
        let files = try FileCache(answers: limits, plugin: plugin, clock: plugin.clock, logger: plugin.logger)
        self.init(files: Tagged(files), limits: limits, clock: plugin.clock)
    }
}

extension PosterCache {
    /// Opens the cache in the directory of a plugin.
    convenience init(plugin: PluginEnvironment, configuration: MoviesConfiguration) throws {
        let files = try FileCache(
            postersOf: plugin, sizeLimit: configuration.posterCache, clock: plugin.clock, logger: plugin.logger)
        self.init(files: Tagged(files))
    }
}
