/// Re-exports the reader and writer of JSON, which was once a part of this module.
@_exported public import StrictJSON

/// The place of a marker in the list that it was read from.
public typealias MarkerPlace = JSONListPlace
