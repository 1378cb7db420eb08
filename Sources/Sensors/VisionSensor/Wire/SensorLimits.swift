/// The sizes up to which a phone's answers are read.
public enum SensorLimits {
    /// Of an answer in JSON, in bytes.
    public static let largestAnswer = 1 << 20
    /// Of a picture, in bytes.
    public static let largestPicture = 32 << 20
    /// Objects of one reply.
    public static let mostObjects = 1000
    /// Of the name of a class, in bytes of UTF-8; the rest of a longer one is left out.
    public static let longestClass = 65_536
}
