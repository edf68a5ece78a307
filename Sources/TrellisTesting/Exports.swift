// A test of a plugin imports this module and the plugin.

@_exported public import Trellis
@_exported public import TrellisHost
