/// Markers as the wire has them.
enum MarkerText {
    /// The documented metrics quad, with every field and two that have none here.
    static let full = """
        {"id":"910A2DEC-8902-4CC1-BEEB-8DA1658EEC67","work_session_id":"5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13",\
        "label":"Defect 1","p1":[-0.230, 0.060, 0.030],"p2":[-0.165,0.057,0.037],"p3":[-0.167,0.050,0.262],\
        "p4":[-0.232,0.053,0.255],"color":"#ff0000","version":9007199254740993,"meta":{"a":1.0},\
        "custom_props":{"confidence":1.23456789012,"tags":["x"]},"x_future":[1e2,"\\u00e9"],"calibrated_data":\
        {"p1":[-0.23,0.06,1.03],"p2":[-0.165,0.057,1.037],"p3":[-0.167,0.05,1.262],"p4":[-0.232,0.053,1.255],\
        "center":[-0.1985,0.055,1.146]},"details":{"marker_id":"910a2dec-8902-4cc1-beeb-8da1658eec67",\
        "center_location_long":0.146,"center_location_cross":-0.1985,"x_negative":-0.232,"x_positive":-0.165,\
        "z_negative":0.03,"z_positive":0.262,"long_size":0.232,"cross_size":0.067,"custom_props":{},\
        "created_at":"2025-11-08T09:00:00Z","updated_at":null},"created_at":"2025-01-16T09:00:00.123456789Z",\
        "updated_at":"2025-01-16T11:00:00+02:00","y_future":null}
        """

    /// A marker with only the required members, and a number of its own.
    static func small(_ number: Int) -> String {
        let digits = String(number)
        let id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        return """
            {"id":"\(id)","work_session_id":"5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13","p1":[0,0,\(number)],\
            "p2":[0.1,0,\(number)],"p3":[0.1,0,\(number).1],"p4":[0,0,\(number).1],"version":\(number)}
            """
    }
}
