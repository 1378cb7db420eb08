/// How much is said beside the results.
enum Loudness {
    case quiet, normal, verbose
}
