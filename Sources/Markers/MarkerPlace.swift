/// What reads and writes JSON was a part of this module once; whoever imports it still finds it here.
@_exported public import StrictJSON

/// The place of a marker in the list that it was read from.
public typealias MarkerPlace = JSONListPlace
