/// What a row of a file holds.
enum RowKind: String {
    case quad, pair, point, ray

    /// The fields of a row, in words.
    var expected: String {
        switch self {
        case .quad: "12 numbers in a row, or 13 fields with an id first"
        case .pair: "a header such as id,sx,sy,sz,tx,ty,tz and a pair in each row"
        case .point: "a header such as id,x,y,z and a point in each row"
        case .ray: "a header such as id,ox,oy,oz,dx,dy,dz and a ray in each row"
        }
    }
}
