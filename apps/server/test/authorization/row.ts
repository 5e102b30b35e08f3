import type { Targets, World } from './world.ts'

/** A request's input; `params` are the path parameters. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/**
 * How to test an operation, and which people can use it on another person's target, out of all that its policy allows.
 */
export type Row = {
  /** Returns a valid request for `target`. `mine` are the sender's targets (for a visitor, the target owner's). */
  send: (target: Targets, mine: Targets, world: World) => Sent | Promise<Sent>
  /** Who may use the operation on another person's target. By default, everyone that the policy allows. */
  may?: 'owner' | 'owner or admin'
  /** The status for everyone else. 404 if they must not learn that the target exists; 403 by default. */
  refused?: 403 | 404
  /** The status for a person whom the owner has blocked; 404 by default. */
  blocked?: number
  /** The status for visitors without access, if anyone can call the operation. */
  visitors?: number
  /** The success status, if it differs from the contract's, and the reason. */
  good?: [status: number, why: string]
  /** The status for the sender's own target, if that is refused. */
  own?: number
  /** Whether the operation ends the session, so that each attempt needs a separate one. */
  endsSession?: true
}
