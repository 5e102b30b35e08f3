import { expect, test, vi } from 'vitest'
import {
  eventBetween,
  makeSessionStore,
  session,
  type SessionEvent,
  type SessionState,
  type SessionStore,
} from './session.ts'
import { leaveDevice, signOut } from './sign-out.ts'

const maya = {
  user_id: '0199e3a0-0000-7000-8000-000000000001',
  email: 'maya@alder.bay',
  username: 'mayapops',
  full_name: null,
  avatar_url: null,
  is_admin: false,
}
const kofi = { ...maya, user_id: '0199e3a0-0000-7000-8000-000000000002', username: 'kofi' }
const FUTURE = '2026-12-01T00:00:00.000Z'
const LATER = '2026-12-02T00:00:00.000Z'
type Answer = { user: typeof maya | null; expires_at: string | null; is_suspended: boolean }
const nobody: Answer = { user: null, expires_at: null, is_suspended: false }

function makeAnswer(user: typeof maya, expires_at: string, is_suspended = false): Answer {
  return {
    user,
    expires_at,
    is_suspended,
  }
}

type Tab = { store: SessionStore; events: SessionEvent[]; received: Promise<void>[] }

// Simulates a browser's tabs: they share the server's response, and each message reaches all the others.
function browser(first: Answer) {
  const server = { answer: first }
  const tabs: Tab[] = []
  const tab = (): Tab => {
    const store: SessionStore = makeSessionStore({
      fetchSession: async () => server.answer,
      post: (message) => {
        for (const other of tabs) if (other.store !== store) other.received.push(other.store.receive(message))
      },
    })
    const events: SessionEvent[] = []
    store.onEvent((event) => events.push(event))
    const made: Tab = { store, events, received: [] }
    tabs.push(made)
    return made
  }
  return { server, tab }
}

test('AUTH-18 is loading first, then signed out', async () => {
  const { tab } = browser(nobody)
  const { store, events } = tab()
  expect(store.get().status).toBe('loading')
  expect((await store.ready()).status).toBe('signed-out')
  expect(events).toEqual(['initial_session'])
})

test('AUTH-18 is loading first, then signed in', async () => {
  const { tab } = browser(makeAnswer(maya, FUTURE))
  const { store } = tab()
  expect(store.get()).toEqual({ status: 'loading', user: null })
  expect(await store.ready()).toEqual({ status: 'signed-in', user: maya, expires_at: FUTURE })
})

test('AUTH-19 publishes signing in and out here and in every other tab', async () => {
  const { server, tab } = browser(nobody)
  const [here, there] = [tab(), tab()]
  await Promise.all([here.store.ready(), there.store.ready()])
  server.answer = makeAnswer(maya, FUTURE)
  here.store.signedIn(makeAnswer(maya, FUTURE))
  await Promise.all(there.received)
  expect(there.store.get().user?.username).toBe('mayapops')
  server.answer = nobody
  there.store.signedOut()
  await Promise.all(here.received)
  expect(here.store.get().status).toBe('signed-out')
  expect(here.events).toEqual(['initial_session', 'signed_in', 'signed_out'])
  expect(there.events).toEqual(['initial_session', 'signed_in', 'signed_out'])
})

test('AUTH-19 a renewed session is a token refresh, and a changed person is a user update', async () => {
  const { server, tab } = browser(makeAnswer(maya, FUTURE))
  const { store, events } = tab()
  await store.ready()
  server.answer = makeAnswer(maya, LATER)
  await store.refresh()
  server.answer = makeAnswer({ ...maya, username: 'maya' }, LATER)
  await store.refresh()
  await store.refresh()
  expect(events).toEqual(['initial_session', 'token_refreshed', 'user_updated'])
})

test('AUTH-19 publishes password recovery and a verified factor in every tab', async () => {
  const { tab } = browser(makeAnswer(maya, FUTURE))
  const [here, there] = [tab(), tab()]
  await Promise.all([here.store.ready(), there.store.ready()])
  here.store.publish('password_recovery')
  here.store.publish('mfa_verified')
  await Promise.all(there.received)
  expect(here.events).toEqual(['initial_session', 'password_recovery', 'mfa_verified'])
  expect(there.events).toEqual(['initial_session', 'password_recovery', 'mfa_verified'])
  expect(there.store.get().status).toBe('signed-in')
})

test('AUTH-19 a session ended on the server counts as a sign-out', async () => {
  const { server, tab } = browser(makeAnswer(maya, FUTURE))
  const { store, events } = tab()
  await store.ready()
  server.answer = nobody
  await store.refresh()
  expect(events).toEqual(['initial_session', 'signed_out'])
})

test('AUTH-18 a response older than a sign-in does not undo it', async () => {
  let answer: (value: Answer) => void = () => undefined
  const store = makeSessionStore({
    fetchSession: () =>
      new Promise<Answer>((resolve) => {
        answer = resolve
      }),
    post: () => undefined,
  })
  const pending = store.refresh()
  store.signedIn(makeAnswer(maya, FUTURE))
  answer(nobody)
  await pending
  expect(store.get().status).toBe('signed-in')
})

test('AUTH-18 stays loading if the first response fails, until the next one', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve(nobody)]
  const store = makeSessionStore({
    fetchSession: () => (answers.shift() ?? (() => Promise.resolve(nobody)))(),
    post: () => undefined,
  })
  await expect(store.ready()).rejects.toThrow('offline')
  expect(store.get().status).toBe('loading')
  expect((await store.ready()).status).toBe('signed-out')
})

test('AUTH-19 another person in the same browser counts as a sign-in', () => {
  const before: SessionState = { status: 'signed-in', user: maya, expires_at: FUTURE }
  expect(eventBetween(before, { status: 'signed-in', user: kofi, expires_at: FUTURE })).toBe('signed_in')
})

test('screens treat suspended people as visitors, and the end of a suspension as a sign-in', async () => {
  const { server, tab } = browser(nobody)
  const [here, there] = [tab(), tab()]
  await Promise.all([here.store.ready(), there.store.ready()])
  server.answer = makeAnswer(maya, FUTURE, true)
  here.store.signedIn(server.answer)
  await Promise.all(there.received)
  for (const { store } of [here, there])
    expect(store.get()).toEqual({ status: 'suspended', user: null, suspended: maya, expires_at: FUTURE })
  server.answer = makeAnswer(maya, LATER, true)
  await here.store.refresh()
  server.answer = makeAnswer(maya, LATER)
  await here.store.refresh()
  expect(here.store.get().user).toEqual(maya)
  server.answer = makeAnswer(maya, LATER, true)
  await here.store.refresh()
  server.answer = nobody
  await here.store.refresh()
  expect(here.events).toEqual([
    'initial_session',
    'signed_in',
    'token_refreshed',
    'signed_in',
    'signed_in',
    'signed_out',
  ])
})

test('LIMIT-14 signing out ends the session here if the server does not know it; other failures do not end it', async () => {
  const refuse = (status: number) =>
    vi.stubGlobal(
      'fetch',
      async () => new Response('{}', { status, headers: { 'content-type': 'application/json' } }),
    )
  for (const status of [401, 403, 404]) {
    refuse(status)
    await expect(signOut(), String(status)).resolves.toBeUndefined()
  }
  session.signedIn(makeAnswer(maya, FUTURE))
  const name = `nollie.share.${maya.user_id}`
  const device = new Map([[name, '{}']])
  vi.stubGlobal('localStorage', { removeItem: (one: string) => device.delete(one), [name]: '{}' })
  refuse(409)
  await expect(signOut()).rejects.toMatchObject({ status: 409 })
  expect(device.has(name)).toBe(true)
  await expect(leaveDevice(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(device.has(name)).toBe(true)
  refuse(401)
  await signOut()
  expect(device.has(name)).toBe(false)
  vi.unstubAllGlobals()
})
