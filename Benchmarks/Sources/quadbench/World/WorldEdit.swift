/// An edit of a marker by somebody in the app.
enum WorldEdit: String {
    case painted = "is painted"
    case removed = "is removed"
    case hungElsewhere = "is hung elsewhere"
    case surveyed = "is surveyed"
    case setRight = "has a corner set right"
    case added = "a marker is added"
    case vector = "the vector is set"
}
