// The SQL of a plugin is written against GRDB's types, which the public declarations of this module name.

@_exported public import GRDB
