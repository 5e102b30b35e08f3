import type { Things, World } from './world.ts'

/** What is sent; ids of the address stand in `params`. */
export type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** How one operation is tried, and who of those whom its policy admits may do it to a thing that is not theirs. */
export type Row = {
  /** A right request about `target`; `mine` are things of whoever asks (the target's own where nobody is signed in). */
  send: (target: Things, mine: Things, world: World) => Sent | Promise<Sent>
  /** Everybody whom the policy admits, unless said otherwise. */
  may?: 'owner' | 'owner or admin'
  /** How others are refused: 404 where they may not even know of it. 403 unless said otherwise. */
  refused?: 403 | 404
  /** What somebody whom the owner has blocked is answered about a thing of a person. 404 unless said otherwise. */
  blocked?: number
  /** What everybody who is no member to it is answered by an operation for anyone. */
  visitors?: number
  /** The status of the good answer where it is not the contract's, and why. */
  good?: [status: number, why: string]
  /** The status for one's own thing where that is what is refused. */
  own?: number
  /** Uses the session up, so each try brings its own. */
  endsSession?: true
}
