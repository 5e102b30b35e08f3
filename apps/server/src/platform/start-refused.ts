/** A reason not to start that a person can mend: printed as its message alone, without a stack. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
