/// The amount of messages beside the results.
package enum Loudness {
    case quiet, normal, verbose
}
