import type { Targets, World } from './world.ts'

/** The input; `params` are the parameters of the path. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** How one operation is tested, and who of the people its policy admits can use it on another person's target. */
export type Row = {
  /** A valid request about `target`; `mine` are the sender's own targets (the target's owner's for a visitor). */
  send: (target: Targets, mine: Targets, world: World) => Sent | Promise<Sent>
  /** Everyone whom the policy admits, by default. */
  may?: 'owner' | 'owner or admin'
  /** How others are refused: 404 if they must not even learn that it exists. 403 by default. */
  refused?: 403 | 404
  /** The status for a person blocked by the owner. 404 by default. */
  blocked?: number
  /** The status for visitors without access, for operations that anyone can call. */
  visitors?: number
  /** The status of success if it is not the contract's, and why. */
  good?: [status: number, why: string]
  /** The status for one's own target if that is refused. */
  own?: number
  /** Ends the session, so each attempt has a separate one. */
  endsSession?: true
}
