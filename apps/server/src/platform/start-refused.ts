/** A reason not to start that the operator can fix: printed as its message only, without a stack trace. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
