/** A reason for not starting that the operator can fix; only its message is printed, without a stack trace. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
