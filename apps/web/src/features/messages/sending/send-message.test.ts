import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messagesIn, messagesQuery } from '../message-requests.ts'
import { boxName, messages, type DraftKey, writeDraft } from './message-drafts.ts'
import { discard, sendAgain, sendDraft, sendUnanswered } from './send-message.ts'

// Fakes for the network and for local storage, which Node lacks. The fake server remembers keys the way ours does.
let stored: Map<string, string>
let seq: number
let answers: Map<string, object>
let keys: string[]
let network: 'up' | 'down' | 'loses answers' | 'refuses'

function json(status: number, body: object) {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

async function serve(address: string, { body, headers }: { body: string; headers: Record<string, string> }) {
  if (address === '/api/session') throw new TypeError('not asked here')
  // Offline messages would go into the outbox. In this test, each one gets its own error instead.
  if (address === '/api/health/live') return new Response()
  const key = headers['idempotency-key'] ?? ''
  keys.push(key)
  if (network === 'down') throw new TypeError('no network')
  if (network === 'refuses')
    return json(409, { status: 409, code: 'REQUEST_WAITS', detail: 'They have not answered yet.' })
  const { content } = JSON.parse(body)
  const made = answers.get(key) ?? {
    id: `m${++seq}`,
    seq,
    thread_id: 't',
    user_id: 'ada',
    content,
    shared: null,
  }
  answers.set(key, made)
  if (network === 'loses answers') throw new TypeError('connection reset')
  return json(201, made)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stored = new Map()
  seq = 0
  answers = new Map()
  keys = []
  network = 'up'
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', serve)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

let threads = 0

function aKey(): DraftKey {
  return { owner: 'ada', to: `ben ${++threads}` }
}

function aClient() {
  const client = new QueryClient()
  const page = { items: [], next_cursor: null }
  client.setQueryData(messagesQuery('t').queryKey, { pages: [page], pageParams: [undefined] })
  return client
}

function contents(client: QueryClient) {
  return messagesIn(client, 't')?.pages.flatMap(({ items }) => items.map(({ content }) => content))
}

async function sending(client: QueryClient, draftKey: DraftKey, text: string) {
  writeDraft(draftKey, { text })
  const done = sendDraft(client, draftKey, 0)
  await vi.runAllTimersAsync()
  await done
}

test('a message leaves the field immediately and appears in the conversation once delivered', async () => {
  const [client, draftKey] = [aClient(), aKey()]
  writeDraft(draftKey, { text: '  At six  ' })
  const done = sendDraft(client, draftKey, 0)
  expect(messages.at(boxName(draftKey))).toMatchObject({
    draft: { text: '' },
    outgoing: [{ content: 'At six', state: 'sending' }],
  })
  await done
  expect(messages.at(boxName(draftKey)).outgoing).toEqual([])
  expect(contents(client)).toEqual(['At six'])
  expect(stored.size).toBe(0)
})

test('does not send an empty message', () => {
  const draftKey = aKey()
  writeDraft(draftKey, { text: ' \n ' })
  expect(sendDraft(aClient(), draftKey, 0)).toBeNull()
})

test('delivers messages in the order they were written', async () => {
  const [client, draftKey] = [aClient(), aKey()]
  for (const text of ['one', 'two', 'three']) {
    writeDraft(draftKey, { text })
    void sendDraft(client, draftKey, 0)
  }
  await vi.runAllTimersAsync()
  expect(contents(client)).toEqual(['three', 'two', 'one'])
})

test('retries a lost response with the same key, without duplicates', async () => {
  const [client, draftKey] = [aClient(), aKey()]
  network = 'loses answers'
  await sending(client, draftKey, 'At six')
  expect(messages.at(boxName(draftKey)).outgoing).toMatchObject([{ state: 'failed', why: null }])
  network = 'up'
  sendUnanswered(client, draftKey)
  await vi.runAllTimersAsync()
  expect(messages.at(boxName(draftKey)).outgoing).toEqual([])
  expect(contents(client)).toEqual(['At six'])
  expect(new Set(keys).size).toBe(1)
  expect(answers.size).toBe(1)
})

test('stores an unanswered message, and does not retry it after its key may have expired', async () => {
  const [client, draftKey] = [aClient(), aKey()]
  network = 'down'
  await sending(client, draftKey, 'At six')
  expect([...stored.values()].join()).toContain('At six')
  const tries = keys.length
  sendUnanswered(client, draftKey, Date.now() + 23 * 3_600_000)
  await vi.runAllTimersAsync()
  expect(keys).toHaveLength(tries)
})

test('a refused message shows why, is not retried automatically, and can be retried or discarded', async () => {
  const [client, draftKey] = [aClient(), aKey()]
  network = 'refuses'
  await sending(client, draftKey, 'Sixth')
  expect(messages.at(boxName(draftKey)).outgoing).toMatchObject([
    { state: 'failed', why: 'They have not answered yet.' },
  ])
  sendUnanswered(client, draftKey)
  await vi.runAllTimersAsync()
  expect(keys).toHaveLength(1)
  const [one] = messages.at(boxName(draftKey)).outgoing
  sendAgain(client, draftKey, one?.key ?? '')
  await vi.runAllTimersAsync()
  expect(new Set(keys).size).toBe(1)
  discard(draftKey, one?.key ?? '')
  expect(messages.at(boxName(draftKey)).outgoing).toEqual([])
})
