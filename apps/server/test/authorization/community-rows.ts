import { randomUUID } from 'node:crypto'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

function nothing() {
  return {}
}

function key() {
  return { 'idempotency-key': randomUUID() }
}

function discussion({ discussion_id }: Targets): Sent {
  return { params: { discussion_id } }
}

async function draft({ draftId }: Targets): Promise<Sent> {
  return { params: { draft_id: await draftId() } }
}

/** Operations for Discover, search, discussions, shared content, descriptions, and drafts. */
export const COMMUNITY: Record<string, Row> = {
  'GET /api/discover': { send: nothing },
  'GET /api/search': { send: () => ({ query: { q: 'ledge' } }) },
  'GET /api/search/spots': { send: () => ({ query: { q: 'ledge' } }) },
  'POST /api/content': {
    send: async ({ mediaId }) => ({
      headers: key(),
      body: {
        title: 'Evening session',
        photo_url: 'https://photos.example/a.jpg',
        media_ids: [await mediaId()],
      },
    }),
    may: 'owner',
    refused: 404,
  },
  'PATCH /api/posts/{post_id}/media/{media_index}': {
    send: ({ post_id }) => ({ params: { post_id, media_index: '1' }, body: { alt_text: 'A ledge' } }),
    may: 'owner',
  },
  'GET /api/drafts': { send: nothing },
  'POST /api/drafts': {
    send: async ({ mediaId }) => ({ headers: key(), body: { media_ids: [await mediaId()] } }),
    may: 'owner',
    refused: 404,
  },
  'PATCH /api/drafts/{draft_id}': {
    send: async (target) => ({ ...(await draft(target)), body: { note: 'Behind the station' } }),
    may: 'owner',
    refused: 404,
  },
  'DELETE /api/drafts/{draft_id}': { send: draft, may: 'owner', refused: 404 },
  'GET /api/translations': { send: nothing },
  'POST /api/translations': {
    send: ({ discussion_id }) => ({ body: { kind: 'discussion', id: discussion_id, language: 'de' } }),
    good: [404, 'no service is configured'],
  },
  'GET /api/discussions': { send: nothing },
  'POST /api/discussions': { send: () => ({ headers: key(), body: { title: 'Wax', content: 'Which?' } }) },
  'GET /api/discussions/{discussion_id}': { send: discussion },
  'DELETE /api/discussions/{discussion_id}': { send: discussion, may: 'owner or admin' },
  'GET /api/discussions/{discussion_id}/comments': { send: discussion },
  'POST /api/discussions/{discussion_id}/comments': {
    send: (target) => ({ ...discussion(target), headers: key(), body: { content: 'Candles.' } }),
  },
  'PATCH /api/discussions/{discussion_id}': {
    send: (target) => ({
      ...discussion(target),
      headers: { 'if-match': '"1"' },
      body: { title: 'Which wax?', category: 'tips' },
    }),
    may: 'owner',
  },
  'PUT /api/discussions/{discussion_id}/like': { send: discussion },
  'DELETE /api/discussions/{discussion_id}/like': { send: discussion },
}
