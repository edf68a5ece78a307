// Plugins access their databases with GRDB's types, which are also part of this module's public declarations.

@_exported public import GRDB
