import { afterEach, expect, test, vi } from 'vitest'
import type { WaitingFile } from '../../lib/outbox/use-outbox.ts'
import { sendDrop, type WaitingDraft } from './outbox-drafts.ts'

afterEach(() => vi.unstubAllGlobals())

function sentFile(): WaitingFile {
  return {
    name: 'a.jpg',
    kind: 'image',
    blob: new Blob(['x']),
    sent: true,
    url: '/api/uploads/0198c2a4-0000-7000-8000-000000000001',
  }
}

const draft: WaitingDraft = {
  taken_at: '2026-01-02T03:04:05.678Z',
  position: { latitude: 41.38, longitude: 2.16, accuracy: 6 },
  until: 0,
}

function tools() {
  const notes: [number, object][] = []
  return {
    notes,
    files: () => Promise.resolve([sentFile()]),
    noteUpload: async (index: number, next: object) => void notes.push([index, next]),
    onProgress: () => undefined,
  }
}

function answering(status: number, body: object) {
  const fetched = vi.fn(
    async (_address: string, _request: RequestInit) =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('DRAFT-06 sends a drop with uploaded files, position and its own key', async () => {
  const fetched = answering(201, { id: 'x' })
  await sendDrop(draft, 'key-of-the-drop', tools())
  const [address, request] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/drafts')
  expect(request?.headers).toMatchObject({ 'idempotency-key': 'key-of-the-drop' })
  expect(JSON.parse(String(request?.body))).toEqual({
    media_ids: ['0198c2a4-0000-7000-8000-000000000001'],
    taken_at: draft.taken_at,
    ...draft.position,
  })
})

test('sends the description of a drop’s photo', async () => {
  const fetched = answering(201, { id: 'x' })
  const files = () => Promise.resolve([{ ...sentFile(), alt_text: 'A ledge' }])
  await sendDrop(draft, 'key-of-the-drop', { ...tools(), files })
  const [, request] = fetched.mock.calls[0] ?? []
  expect(JSON.parse(String(request?.body))).toMatchObject({ alt_texts: ['A ledge'] })
})

test('leaves a drop alone while its page is finding the position', async () => {
  const fetched = answering(201, {})
  const finding = { ...draft, position: null, until: Date.now() + 60_000 }
  await expect(sendDrop(finding, 'key-of-the-drop', tools())).rejects.toMatchObject({ why: 'busy' })
  expect(fetched).not.toHaveBeenCalled()
})

test('uploads files again if the server has deleted them', async () => {
  answering(404, { code: 'MEDIA_NOT_FOUND', detail: '' })
  const used = tools()
  await expect(sendDrop(draft, 'key-of-the-drop', used)).rejects.toMatchObject({ why: 'busy' })
  expect(used.notes).toEqual([[0, { url: null, sent: false }]])
  answering(409, { code: 'TOO_MANY_DRAFTS', detail: 'Too many.' })
  await expect(sendDrop(draft, 'key-of-the-drop', tools())).rejects.toMatchObject({ code: 'TOO_MANY_DRAFTS' })
})
