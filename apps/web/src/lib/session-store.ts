import type { SessionUser } from '@nollie/contract'
import { ApiError, call, onSessionEnded } from './api.ts'

/**
 * Loading first, then signed out or signed in; `user` is the signed-in person. Who is suspended is nobody to every screen
 * (`user` is null) but the one that is theirs.
 */
export type SessionState =
  | { status: 'loading'; user: null }
  /** `suspendedHere`: a suspension ended the session this browser had. */
  | { status: 'signed-out'; user: null; suspendedHere?: true }
  | { status: 'suspended'; user: null; suspended: SessionUser; expires_at: string }
  | { status: 'signed-in'; user: SessionUser; expires_at: string }

/** What happens to the session; the same in every tab. */
export type SessionEvent =
  | 'initial_session'
  | 'signed_in'
  | 'signed_out'
  | 'token_refreshed'
  | 'user_updated'
  | 'password_recovery'
  | 'mfa_verified'

type Answer = { user: SessionUser | null; expires_at: string | null; is_suspended: boolean }
type Listener = (event: SessionEvent, state: SessionState) => void
type Message = { event: SessionEvent }

/** The outside of the store: how it asks the server and how it reaches other tabs. */
export type SessionPorts = {
  fetchSession: () => Promise<Answer>
  post: (message: Message) => void
}

/** Who has a session, suspended or not. */
export const personOf = (state: SessionState): SessionUser | null =>
  state.status === 'suspended' ? state.suspended : state.user

/** The event that a fresh answer means to somebody who saw `before`, or null when nothing changed. */
export const eventBetween = (before: SessionState, after: SessionState): SessionEvent | null => {
  if (before.status === 'loading') return 'initial_session'
  const [was, is] = [personOf(before), personOf(after)]
  if (!is) return was ? 'signed_out' : null
  // Being suspended and unsuspended change what may be seen, as signing in and out do.
  if (was?.user_id !== is.user_id || before.status !== after.status) return 'signed_in'
  if (JSON.stringify(was) !== JSON.stringify(is)) return 'user_updated'
  return endOf(before) === endOf(after) ? null : 'token_refreshed'
}

const endOf = (state: SessionState) => ('expires_at' in state ? state.expires_at : null)

const stateOf = ({ user, expires_at, is_suspended }: Answer): SessionState => {
  if (!user || !expires_at)
    return { status: 'signed-out', user: null, ...(is_suspended && { suspendedHere: true }) }
  return is_suspended
    ? { status: 'suspended', user: null, suspended: user, expires_at }
    : { status: 'signed-in', user, expires_at }
}

/** A session store; the app uses the one made below, tests make their own. */
export function makeSessionStore({ fetchSession, post }: SessionPorts) {
  let state: SessionState = { status: 'loading', user: null }
  let running: Promise<SessionState> | null = null
  let turn = 0
  const subscribers = new Set<() => void>()
  const listeners = new Set<Listener>()

  const move = (next: SessionState, event: SessionEvent | null) => {
    state = next
    if (!event) return
    for (const listener of subscribers) listener()
    for (const listener of listeners) listener(event, next)
  }

  const load = async (): Promise<SessionState> => {
    const startedAt = turn
    const answer = await fetchSession()
    // Somebody signed in or out while this was under way: its answer is older than what is known.
    if (startedAt !== turn) return state
    const next = stateOf(answer)
    move(next, eventBetween(state, next))
    return state
  }

  const refresh = (): Promise<SessionState> => {
    running ??= load().finally(() => {
      running = null
    })
    return running
  }

  const settle = (next: SessionState, event: SessionEvent) => {
    turn += 1
    running = null
    move(next, event)
    post({ event })
  }

  return {
    get: () => state,
    /** Asks the server again; answers to several callers at once come from one request. */
    refresh,
    /** The state once it is no longer loading. */
    ready: (): Promise<SessionState> => (state.status === 'loading' ? refresh() : Promise.resolve(state)),
    signedIn: (answer: Answer) => settle(stateOf(answer), 'signed_in'),
    signedOut: () => settle({ status: 'signed-out', user: null }, 'signed_out'),
    /** Publishes to every tab what the answers of the server do not show by themselves. */
    publish: (event: SessionEvent) => settle(state, event),
    /** An event of another tab: it is published here, the state is loaded from the server. */
    receive: async ({ event }: Message): Promise<void> => {
      turn += 1
      running = null
      if (event === 'signed_out') return move({ status: 'signed-out', user: null }, 'signed_out')
      const before = state
      await refresh()
      if (eventBetween(before, state) !== event) for (const listener of listeners) listener(event, state)
    },
    onEvent: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribe: (listener: () => void): (() => void) => {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
  }
}

/** A session store. */
export type SessionStore = ReturnType<typeof makeSessionStore>

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nollie.session')

/** The one session of this tab. */
export const session: SessionStore = makeSessionStore({
  fetchSession: () => call('GET /api/session'),
  post: (message) => channel?.postMessage(message),
})

// A session that ended behind our back is noticed by the first call it refuses: the guards lead to the sign-in screen
// then, and back again after it.
onSessionEnded(() => void session.refresh().catch(() => undefined))

/** Updates the session while the page lives: other tabs, returning to this tab, and returning online. */
export function watchSession(): void {
  channel?.addEventListener(
    'message',
    (message: MessageEvent<Message>) => void session.receive(message.data).catch(() => undefined),
  )
  const again = () => {
    if (document.visibilityState === 'visible') session.refresh().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', again)
  addEventListener('focus', again)
  addEventListener('online', again)
}

/** Publishes to every tab that the person changed their profile. */
export const personChanged = (): Promise<void> =>
  session.refresh().then(
    () => session.publish('user_updated'),
    () => undefined,
  )

// Answers to a sign-out that leave nothing to sign out of.
const ENDED_ANYWAY: readonly number[] = [401, 403, 404]

/**
 * Ends this session on the server, or with `global` every session of the person, and then in every tab. A session the
 * server no longer knows, or refuses to end, counts as ended (LIMIT-14).
 */
export async function signOut(scope: 'local' | 'global' = 'local'): Promise<void> {
  await call('POST /api/auth/sign-out', { query: { scope } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && ENDED_ANYWAY.includes(error.status))) throw error
  })
  session.signedOut()
}
