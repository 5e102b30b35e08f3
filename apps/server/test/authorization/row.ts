import type { Targets, World } from './world.ts'

/** What is sent; `params` are the parameters of the address. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** How one operation is tried, and who of those its policy admits may do it to another person's target. */
export type Row = {
  /** A valid request about `target`; `mine` are the sender's own targets (the target's owner's for a visitor). */
  send: (target: Targets, mine: Targets, world: World) => Sent | Promise<Sent>
  /** Everybody whom the policy admits, by default. */
  may?: 'owner' | 'owner or admin'
  /** How others are refused: 404 if they may not even know that it exists. 403 by default. */
  refused?: 403 | 404
  /** The status for somebody whom the owner blocked. 404 by default. */
  blocked?: number
  /** The status for visitors who may not see it, for operations that anyone may call. */
  visitors?: number
  /** The status of success if it is not the contract's, and why. */
  good?: [status: number, why: string]
  /** The status for one's own target if that is refused. */
  own?: number
  /** Ends the session, so each try has one of its own. */
  endsSession?: true
}
