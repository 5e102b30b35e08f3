import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { CHUNK, metadata, TUS } from '../actors/uploads.ts'
import { aFailedJob } from '../world/jobs.ts'
import { ACCOUNTS, SETTINGS } from './accounts-rows.ts'
import { FACTS } from './facts-rows.ts'
import { COMMUNITY } from './community-rows.ts'
import { LISTS } from './lists-rows.ts'
import { MEETUPS } from './meetups-rows.ts'
import { MODERATION } from './moderation-rows.ts'
import { OPEN_DATA } from './open-data-rows.ts'
import { PEOPLE } from './people-rows.ts'
import { STEWARDS } from './steward-rows.ts'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

export type { Row, Sent } from './row.ts'

function key() {
  return { 'idempotency-key': randomUUID() }
}

const FIRST_VERSION = { 'if-match': '"1"' }
const JPEG_HEAD = Buffer.from('ffd8ffe000104a464946', 'hex')
const HERE = { latitude: 41.38, longitude: 2.16 }
const there = { latitude: String(HERE.latitude), longitude: String(HERE.longitude) }
const WORLD = { z: '3', x0: '0', x1: '7', y0: '0', y1: '7' }
const AREA = { box: '2.1,41.3,2.3,41.5' }

function nothing() {
  return {}
}

function spot({ spot_id }: Targets): Sent {
  return { params: { spot_id } }
}

function post({ post_id }: Targets): Sent {
  return { params: { post_id } }
}

function item({ post_id }: Targets): Sent {
  return { params: { post_id, media_index: '1' } }
}

function comment({ comment_id }: Targets): Sent {
  return { params: { comment_id } }
}

async function upload({ uploadId }: Targets): Promise<Sent> {
  return { params: { media_id: await uploadId() } }
}

const SYSTEM: Record<string, Row> = {
  'GET /api/config': { send: nothing },
  'GET /.well-known/assetlinks.json': { send: nothing, good: [404, 'no app is configured'] },
  'GET /.well-known/apple-app-site-association': { send: nothing, good: [404, 'no app is configured'] },
  // There are no metrics unless the operator sets a token.
  'GET /metrics': { send: nothing, good: [404, 'metrics are off'] },
  'GET /api/health/report': { send: nothing },
  'POST /api/health/jobs/{job_id}/retry': {
    send: async (_target, _mine, { it }) => ({ params: { job_id: await aFailedJob(it) } }),
  },
  'GET /api/health/live': { send: nothing },
  'GET /api/health/ready': { send: nothing },
  'GET /api/openapi.json': { send: nothing },
  'GET /api/docs': { send: nothing },
  'GET /api/docs.css': { send: nothing },
  'GET /api/events': { send: () => ({ query: { topics: 'spots' } }) },
  'GET /robots.txt': { send: nothing },
  'GET /sitemap.xml': { send: nothing },
  'GET /sitemaps/pages.xml': { send: nothing },
  'GET /sitemaps/spots/{range}': { send: () => ({ params: { range: '0-9.xml' } }) },
  'GET /previews/maps/{theme}/{file}': {
    send: ({ spot_id }) => ({ params: { theme: 'light', file: `${spot_id}.webp` } }),
  },
  'GET /previews/ground/{theme}/{z}/{x}/{file}': {
    send: () => ({ params: { theme: 'dark', z: '1', x: '0', file: '1.webp' } }),
  },
  'GET /previews/spots/{file}': { send: ({ spot_id }) => ({ params: { file: `${spot_id}.jpg` } }) },
  // Previews are hidden from everyone until the author allows them.
  'GET /previews/{kind}/{file}': {
    send: ({ spot_id }) => ({ params: { kind: 'posts', file: `${spot_id}.jpg` } }),
    good: [404, 'links show nobody who has not asked for it'],
  },
  'GET /previews/{file}': { send: () => ({ params: { file: 'site.jpg' } }) },
  'GET /dev/outbox': { send: nothing },
  'GET /dev/outbox/{mail}': {
    send: () => ({ params: { mail: 'none.eml' } }),
    good: [404, 'the outbox of a test is empty'],
  },
  'GET /media/{key}/{file}': {
    send: async ({ fileKey }) => ({ params: { key: await fileKey(), file: '400.webp' } }),
    // A photo in a post without a spot.
    visitors: 404,
  },
}

const UPLOADS: Record<string, Row> = {
  'POST /api/uploads': {
    send: () => ({
      headers: { ...TUS, 'upload-length': '1000', 'upload-metadata': metadata('image/jpeg', 'ledge.jpg') },
    }),
  },
  'HEAD /api/uploads/{media_id}': {
    send: async (target) => ({ ...(await upload(target)), headers: TUS }),
    may: 'owner',
    refused: 404,
  },
  'PATCH /api/uploads/{media_id}': {
    send: async (target) => ({
      ...(await upload(target)),
      headers: { ...CHUNK, 'upload-offset': '0' },
      body: JPEG_HEAD,
    }),
    may: 'owner',
    refused: 404,
  },
  'DELETE /api/uploads/{media_id}': {
    send: async (target) => ({ ...(await upload(target)), headers: TUS }),
    may: 'owner',
    refused: 404,
  },
  'GET /api/media/{media_id}': {
    send: async ({ mediaId }) => ({ params: { media_id: await mediaId() } }),
    may: 'owner',
    refused: 404,
  },
}

function newSpot(media_id: string) {
  return {
    ...HERE,
    name: 'MACBA ledges',
    description: 'Marble, waxed.',
    difficulty_level: 'advanced',
    spot_types: ['ledges'],
    media_ids: [media_id],
  }
}

async function pair({ spot_id, twinId }: Targets): Promise<Sent> {
  return {
    params: { spot_id, other_id: await twinId() },
  }
}

const SPOTS: Record<string, Row> = {
  'GET /api/map': { send: () => ({ query: WORLD }) },
  'GET /api/map/known': { send: () => ({ query: WORLD }) },
  'GET /api/map/streets': { send: () => ({}) },
  'GET /api/map/areas/summary': { send: () => ({ query: AREA }) },
  'GET /api/map/areas/spots': { send: () => ({ query: AREA }) },
  'GET /api/map/areas/names': { send: () => ({ query: AREA }) },
  'GET /api/map/pins/{pin}': {
    send: () => ({ params: { pin: '10-512-512-abcdef' } }),
    good: [404, 'no spot stands there'],
  },
  'GET /api/map/streets/{version}/{z}/{x}/{y}': {
    send: () => ({ params: { version: '0123456789abcdef', z: '14', x: '8529', y: '5974' } }),
  },
  'GET /api/spots': { send: () => ({ query: WORLD }) },
  'GET /api/spots/suggestions': { send: () => ({ query: { q: 'ledge' } }) },
  'GET /api/spots/bounds': { send: () => ({ query: { q: 'ledge' } }) },
  'GET /api/spots/audience': { send: nothing },
  'GET /api/spots/nearby': { send: () => ({ query: there }) },
  'GET /api/map/densest': { send: nothing },
  'GET /api/places/search': { send: () => ({ query: { q: 'barc' } }) },
  'GET /api/places/details': {
    send: () => ({ query: { ref: 'none:x' } }),
    good: [404, 'no provider is configured'],
  },
  'GET /api/maps-key': { send: nothing },
  'GET /api/places/here': { send: () => ({ query: { time_zone: 'Europe/Madrid' } }) },
  'GET /api/places/reverse': { send: () => ({ query: there }) },
  'GET /api/spots/{spot_id}/card': { send: spot },
  'GET /api/spots/{spot_id}/visitor-media': { send: spot },
  'GET /api/spots/{spot_id}': { send: spot },
  'GET /api/spots/{spot_id}/media': { send: spot },
  'GET /api/spots/{spot_id}/conditions': { send: spot },
  'GET /api/spots/{spot_id}/busts': { send: spot },
  'PUT /api/spots/{spot_id}/busts': {
    send: (target) => ({
      ...spot(target),
      body: { day: new Date().toISOString().slice(0, 10), hour: 0, outcome: 'peace' },
    }),
  },
  'DELETE /api/spots/{spot_id}/busts/{day}': {
    send: ({ spot_id }) => ({ params: { spot_id, day: '2026-01-31' } }),
  },
  'POST /api/spots': {
    send: async ({ mediaId }) => ({ headers: key(), body: newSpot(await mediaId()) }),
    may: 'owner',
    refused: 404,
  },
  'GET /api/twins': { send: nothing },
  'PUT /api/twins/{spot_id}/{other_id}/dismissed': { send: pair, may: 'owner or admin' },
  'GET /api/spots/{spot_id}/merge/{other_id}': { send: pair },
  'GET /api/spots/{spot_id}/merge': { send: spot },
  'POST /api/spots/{spot_id}/merge': {
    send: async ({ spot_id, twinId }) => ({
      params: { spot_id },
      headers: key(),
      body: { other_id: await twinId() },
    }),
    may: 'owner or admin',
  },
  'GET /api/merges': { send: nothing },
  'POST /api/merges/{merge_id}/undo': {
    send: async ({ mergeId }) => ({ params: { merge_id: await mergeId() } }),
    may: 'owner or admin',
    refused: 404,
  },
  'PATCH /api/spots/{spot_id}': {
    send: (target) => ({ ...spot(target), headers: FIRST_VERSION, body: { name: 'Another name' } }),
    may: 'owner or admin',
  },
  'GET /api/spots/{spot_id}/history': { send: spot, may: 'owner or admin' },
  'PUT /api/spots/{spot_id}/status': {
    send: (target) => ({ ...spot(target), body: { status: 'gone' } }),
    may: 'owner or admin',
  },
  'PUT /api/spots/{spot_id}/cover': {
    send: async (target, { mediaId }) => ({
      ...spot(target),
      headers: key(),
      body: { media_id: await mediaId() },
    }),
    may: 'owner or admin',
  },
  'POST /api/spots/{spot_id}/checks': {
    send: (target) => ({ ...spot(target), headers: key(), body: { answer: 'open', distance: 'at' } }),
  },
  'GET /api/spots/{spot_id}/checks': { send: spot },
  'DELETE /api/checks/{check_id}': {
    send: async ({ checkId }) => ({ params: { check_id: await checkId() } }),
    may: 'owner or admin',
    refused: 404,
  },
  'DELETE /api/people/{user_id}/checks': { send: ({ person }) => ({ params: { user_id: person.user_id } }) },
  'DELETE /api/spots/{spot_id}': { send: spot, may: 'owner or admin' },
  'POST /api/spots/{spot_id}/restore': {
    send: async ({ goneSpotId }) => ({ params: { spot_id: await goneSpotId() } }),
  },
}

const POSTS: Record<string, Row> = {
  'GET /api/posts': { send: nothing },
  'GET /api/posts/news': { send: ({ post_id }) => ({ query: { since: post_id } }) },
  'GET /api/posts/changes': { send: nothing },
  'GET /api/posts/{post_id}': { send: post },
  'GET /api/posts/{post_id}/related': { send: post },
  'POST /api/posts': {
    send: async ({ spot_id, mediaId }) => ({
      headers: key(),
      body: { spot_id, media_ids: [await mediaId()] },
    }),
    may: 'owner',
    refused: 404,
  },
  'PATCH /api/posts/{post_id}': {
    send: (target) => ({ ...post(target), headers: FIRST_VERSION, body: { title: 'Another title' } }),
    may: 'owner',
  },
  // The owner's other posts are at a spot and have the spot's audience.
  'PUT /api/posts/{post_id}/audience': {
    send: async ({ postWithoutSpotId }) => ({
      params: { post_id: await postWithoutSpotId() },
      body: { audience: 'only_me' },
    }),
    may: 'owner',
  },
  'DELETE /api/posts/{post_id}': { send: post, may: 'owner or admin' },
  'DELETE /api/posts/{post_id}/media/{media_index}': { send: item, may: 'owner' },
  'PUT /api/posts/{post_id}/media/{media_index}/like': { send: item },
  'DELETE /api/posts/{post_id}/media/{media_index}/like': { send: item },
  'GET /api/posts/{post_id}/media/{media_index}/likes': { send: item },
  'PUT /api/posts/{post_id}/save': { send: post },
  'DELETE /api/posts/{post_id}/save': { send: post },
  'PUT /api/spots/{spot_id}/save': { send: spot },
  'DELETE /api/spots/{spot_id}/save': { send: spot },
  'GET /api/saved/posts': { send: nothing },
  'GET /api/saved/spots': { send: nothing },
  'GET /api/saved/spots/export/{format}': { send: () => ({ params: { format: 'gpx' } }) },
}

const COMMENT_PATHS: Record<string, Row> = {
  'GET /api/posts/{post_id}/comments': { send: post },
  'POST /api/posts/{post_id}/comments': {
    send: (target) => ({ ...post(target), headers: key(), body: { content: 'Clean.' } }),
  },
  'GET /api/comments/{comment_id}/replies': { send: comment },
  'DELETE /api/comments/{comment_id}': { send: comment, may: 'owner or admin' },
  'PUT /api/comments/{comment_id}/like': { send: comment },
  'DELETE /api/comments/{comment_id}/like': { send: comment },
  'POST /api/reports': {
    send: ({ spot_id }) => ({ body: { report_type: 'spam', reported_spot_id: spot_id } }),
    own: 400,
  },
}

const NOTIFICATIONS: Record<string, Row> = {
  'GET /api/notifications': { send: nothing },
  'GET /api/notifications/unread': { send: nothing },
  'PUT /api/notifications/read': { send: () => ({ body: { until: new Date().toISOString() } }) },
  'PUT /api/notifications/{notification_id}/read': {
    send: async ({ notificationId }) => ({ params: { notification_id: await notificationId() } }),
    may: 'owner',
    refused: 404,
  },
  'GET /api/notifications/switches': { send: nothing },
  'PATCH /api/notifications/switches': { send: () => ({ body: { like: false } }) },
  'GET /api/digests': { send: nothing },
  'PATCH /api/digests': { send: () => ({ body: { places: true, time_zone: 'Europe/Berlin' } }) },
  'POST /api/digests/end-digest': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'GET /api/push': { send: nothing },
  'PATCH /api/push': { send: () => ({ body: { shows_text: false } }) },
  'PUT /api/push/device': {
    send: () => ({
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    }),
  },
  'PUT /api/push/native-device': {
    send: () => ({ body: { platform: 'android', token: 'x'.repeat(40) } }),
    good: [400, 'this server has no relay to apps; with one, in push.test.ts'],
  },
  'DELETE /api/push/device': { send: nothing },
  'DELETE /api/push/other-devices': { send: nothing },
}

async function thread({ threadId }: Targets): Promise<Sent> {
  return {
    params: { thread_id: (await threadId()).thread_id },
  }
}

const MESSAGES: Record<string, Row> = {
  'GET /api/messages/threads': { send: nothing },
  'GET /api/messages/unread': { send: nothing },
  'GET /api/messages/threads/{thread_id}': { send: thread, may: 'owner', refused: 404 },
  'GET /api/messages/threads/{thread_id}/messages': { send: thread, may: 'owner', refused: 404 },
  'PUT /api/messages/threads/{thread_id}/read': {
    send: async (target) => ({ ...(await thread(target)), body: { seq: 1 } }),
    may: 'owner',
    refused: 404,
  },
  'PUT /api/messages/threads/{thread_id}/accept': { send: thread, may: 'owner', refused: 404 },
  'PUT /api/messages/threads/{thread_id}/muted': {
    send: async (target) => ({ ...(await thread(target)), body: { is_muted: true } }),
    may: 'owner',
    refused: 404,
  },
  'DELETE /api/messages/threads/{thread_id}': { send: thread, may: 'owner', refused: 404 },
  'GET /api/messages/with/{user_id}': {
    send: ({ person }) => ({ params: { user_id: person.user_id } }),
    own: 400,
  },
  'POST /api/messages/with/{user_id}': {
    send: ({ person }) => ({
      params: { user_id: person.user_id },
      headers: key(),
      body: { content: 'Session?' },
    }),
    own: 400,
  },
  'DELETE /api/messages/{message_id}': {
    send: async ({ threadId }) => ({ params: { message_id: (await threadId()).message_id } }),
    may: 'owner',
    refused: 404,
  },
}

/** A row for every operation in the API document, keyed by `METHOD /path/{param}`. */
export const ROWS: Record<string, Row> = {
  ...SYSTEM,
  ...ACCOUNTS,
  ...SETTINGS,
  ...UPLOADS,
  ...SPOTS,
  ...FACTS,
  ...STEWARDS,
  ...POSTS,
  ...COMMENT_PATHS,
  ...NOTIFICATIONS,
  ...MESSAGES,
  ...LISTS,
  ...MEETUPS,
  ...COMMUNITY,
  ...PEOPLE,
  ...MODERATION,
  ...OPEN_DATA,
}
