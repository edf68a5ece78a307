import Trellis
import TrellisHTTP

@testable import Movies

extension AnswerCache {
    /// Opens the cache in the directory of a plugin.
    convenience init(plugin: PluginEnvironment, limits: AnswerLimits) throws {
        self.init(
            files: Tagged(try FileCache(answers: limits, plugin: plugin)), limits: limits, clock: plugin.clock)
    }
}

extension PosterCache {
    /// Opens the cache in the directory of a plugin.
    convenience init(plugin: PluginEnvironment, configuration: MoviesConfiguration) throws {
        self.init(files: Tagged(try FileCache(postersOf: plugin, sizeLimit: configuration.posterCache)))
    }
}
