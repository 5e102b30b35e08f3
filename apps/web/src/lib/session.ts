import type { SessionUser } from '@nollie/contract'
import { call, onSessionEnded } from './api.ts'

/**
 * The session's state: loading at first, then signed in or out. `user` is the signed-in person. It is null for
 * suspended people, so that all other screens treat them as visitors.
 */
export type SessionState =
  | { status: 'loading'; user: null; expires_at?: undefined }
  /** `suspendedHere`: a suspension ended this browser's session. */
  | { status: 'signed-out'; user: null; suspendedHere?: true; expires_at?: undefined }
  | { status: 'suspended'; user: null; suspended: SessionUser; expires_at: string }
  /** `needs_factor`: the person is an admin, but gets admin rights only after using a second factor. */
  | { status: 'signed-in'; user: SessionUser; expires_at: string; needs_factor?: boolean | undefined }

/** A session event, sent to every tab. */
export type SessionEvent =
  | 'initial_session'
  | 'signed_in'
  | 'signed_out'
  | 'token_refreshed'
  | 'user_updated'
  | 'password_recovery'
  | 'mfa_verified'

type Answer = {
  user: SessionUser | null
  expires_at: string | null
  is_suspended: boolean
  needs_factor?: boolean | undefined
}
type Listener = (event: SessionEvent, state: SessionState) => void
/** `expires_at`: the new expiration of a session renewed in another tab. `left`: the person who signed out there. */
type Message = { event: SessionEvent; expires_at?: string; left?: string }

/** Connects the store to the server and to other tabs. */
export type SessionPorts = {
  fetchSession: () => Promise<Answer>
  post: (message: Message) => void
}

/** Returns the session's person, whether or not they are suspended. */
export function getPerson(state: SessionState): SessionUser | null {
  return state.status === 'suspended' ? state.suspended : state.user
}

/** Returns the event for the change from `before` to `after`; null if nothing changed. */
export function eventBetween(before: SessionState, after: SessionState): SessionEvent | null {
  if (before.status === 'loading') return 'initial_session'
  const [was, is] = [getPerson(before), getPerson(after)]
  if (!is) return was ? 'signed_out' : null
  // Starting or lifting a suspension changes the visible screens, just as signing in and out does.
  if (was?.user_id !== is.user_id || before.status !== after.status) return 'signed_in'
  if (JSON.stringify(was) !== JSON.stringify(is)) return 'user_updated'
  return before.expires_at === after.expires_at ? null : 'token_refreshed'
}

function toState({ user, expires_at, is_suspended, needs_factor }: Answer): SessionState {
  if (!user || !expires_at)
    return { status: 'signed-out', user: null, ...(is_suspended && { suspendedHere: true }) }
  return is_suspended
    ? { status: 'suspended', user: null, suspended: user, expires_at }
    : { status: 'signed-in', user, expires_at, ...(needs_factor && { needs_factor }) }
}

/** Creates a session store. The app uses the one created below; tests create their own. */
export function makeSessionStore({ fetchSession, post }: SessionPorts) {
  let state: SessionState = { status: 'loading', user: null }
  let running: Promise<SessionState> | null = null
  const listeners = new Set<Listener>()

  const move = (next: SessionState, event: SessionEvent | null) => {
    state = next
    if (event) for (const listener of listeners) listener(event, next)
  }
  const refresh = (): Promise<SessionState> => {
    const load = async (): Promise<SessionState> => {
      const next = toState(await fetchSession())
      // Otherwise, someone signed in or out in the meantime, so this response is outdated.
      if (running === mine) move(next, eventBetween(state, next))
      return state
    }
    const end = () => {
      if (running === mine) running = null
    }
    const mine: Promise<SessionState> = running ?? load().finally(end)
    running = mine
    return mine
  }
  const settle = (next: SessionState, event: SessionEvent) => {
    running = null
    move(next, event)
    post({ event })
  }

  return {
    get: () => state,
    /** Refetches the session; concurrent calls share one request. */
    refresh,
    /** Resolves to the state once it's loaded. */
    ready: async (): Promise<SessionState> => (state.status === 'loading' ? refresh() : state),
    signedIn: (answer: Answer) => settle(toState(answer), 'signed_in'),
    signedOut: () => settle({ status: 'signed-out', user: null }, 'signed_out'),
    /** Notifies the other tabs that the person signed out. This tab is about to be reloaded. */
    left: (user_id: string) => post({ event: 'signed_out', left: user_id }),
    /** Publishes an event to every tab, for changes that aren't visible in server responses. */
    publish: (event: SessionEvent) => settle(state, event),
    /** Sends the session's expiration time to the other tabs, so that they don't need to request it. */
    shareEnd: () => {
      if (state.expires_at) post({ event: 'token_refreshed', expires_at: state.expires_at })
    },
    /** Handles an event from another tab: publishes it here and refetches the state from the server. */
    receive: async ({ event, expires_at }: Message): Promise<void> => {
      running = null
      if (expires_at && state.expires_at) return move({ ...state, expires_at }, event)
      if (event === 'signed_out') return move({ status: 'signed-out', user: null }, 'signed_out')
      const before = state
      await refresh()
      if (eventBetween(before, state) !== event) move(state, event)
    },
    onEvent: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A session store, as created by {@link makeSessionStore}. */
export type SessionStore = ReturnType<typeof makeSessionStore>

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nollie.session')

/** This tab's session. */
export const session: SessionStore = makeSessionStore({
  fetchSession: () => call('GET /api/session'),
  post: (message) => channel?.postMessage(message),
})

// If the session ended elsewhere, the first refused call reveals that. The guards then redirect to the sign-in screen,
// and back afterwards.
onSessionEnded(() => void session.refresh().catch(() => undefined))

const LOOK_EVERY_MS = 600_000
const RENEW_BEFORE_MS = 3_600_000

function isNearEnd(): boolean {
  const { expires_at } = session.get()
  return expires_at !== undefined && Date.parse(expires_at) - Date.now() < RENEW_BEFORE_MS
}

/**
 * Updates the session on events from other tabs, when this tab becomes visible, and when the device is back online.
 * Renews it during its last hour.
 */
export function watchSession(onLeft: (user_id: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    void session.receive(data).catch(() => undefined)
    if (data.left) onLeft(data.left)
  })
  const again = () => {
    if (document.visibilityState === 'visible') session.refresh().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', again)
  addEventListener('focus', again)
  addEventListener('online', again)
  // A timer for the expiration itself would fire late after the device sleeps, and could exceed the browser's maximum
  // delay.
  setInterval(() => {
    if (isNearEnd())
      void import('./session-renewal.ts').then(({ renewInOneTab }) => renewInOneTab(session, isNearEnd))
  }, LOOK_EVERY_MS)
}

/** Notifies every tab that the person changed their profile. */
export function personChanged(): Promise<void> {
  return session.refresh().then(
    () => session.publish('user_updated'),
    () => undefined,
  )
}
