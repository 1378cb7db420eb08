/// The amount of messages beside the results.
enum Loudness {
    case quiet, normal, verbose
}
