import { randomUUID } from 'node:crypto'
import { AD } from '../makers/ads.ts'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

function nothing() {
  return {}
}

async function aCase({ caseId }: Targets): Promise<Sent> {
  return { params: { case_id: await caseId() } }
}

async function ofAd({ adId }: Targets): Promise<Sent> {
  return { params: { ad_id: await adId() } }
}

const ADS: Record<string, Row> = {
  'GET /api/ads/near': { send: () => ({ query: { near: '41.4,2.2' } }) },
  'POST /api/ads/{ad_id}/views': { send: ofAd, blocked: 204 },
  'POST /api/ads/{ad_id}/presses': { send: ofAd, blocked: 204 },
  'GET /api/ads': { send: nothing },
  'POST /api/ads': { send: () => ({ headers: { 'idempotency-key': randomUUID() }, body: AD }) },
  'PUT /api/ads/{ad_id}': { send: async (target) => ({ ...(await ofAd(target)), body: AD }) },
  'DELETE /api/ads/{ad_id}': { send: ofAd },
}

function ofImportArea(state: 'running' | 'stopped' | 'complete') {
  return async ({ importArea }: Targets): Promise<Sent> => ({
    params: { import_id: await importArea(state) },
  })
}

function ofImportFile(state: 'uploading' | 'ready') {
  return async ({ importFile }: Targets): Promise<Sent> => ({ params: { file_id: await importFile(state) } })
}

const IMPORTS: Record<string, Row> = {
  'GET /api/imports/runs': { send: nothing },
  'GET /api/imports/conflicts': { send: nothing },
  'PUT /api/imports/conflicts/{conflict_id}': {
    send: async ({ conflictId }) => ({
      params: { conflict_id: await conflictId() },
      body: { take: false, version: 1 },
    }),
    // 204, because the spot is public.
    blocked: 204,
  },
  'GET /api/imports/areas/plan': { send: () => ({ query: { area: 'town:41.39,2.16' } }) },
  'POST /api/imports/areas': { send: () => ({ body: { area: 'town:41.39,2.16' } }) },
  'GET /api/imports/areas': { send: nothing },
  'GET /api/imports/areas/{import_id}': { send: ofImportArea('running'), blocked: 200 },
  'POST /api/imports/areas/{import_id}/cancel': { send: ofImportArea('stopped'), blocked: 200 },
  'POST /api/imports/areas/{import_id}/retry': { send: ofImportArea('stopped'), blocked: 200 },
  'POST /api/imports/areas/{import_id}/undo': { send: ofImportArea('complete'), blocked: 200 },
  'POST /api/imports/files': { send: () => ({ body: { name: 'parks.csv', bytes: 10 } }) },
  'GET /api/imports/files': { send: nothing },
  'GET /api/imports/files/{file_id}': { send: ofImportFile('ready'), blocked: 200 },
  'PUT /api/imports/files/{file_id}/parts/{number}': {
    send: async (targets) => {
      const { params } = await ofImportFile('uploading')(targets)
      return {
        params: { ...params, number: '0' },
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.from('name,lat\n'),
      }
    },
    blocked: 200,
  },
  'PUT /api/imports/files/{file_id}/source': {
    send: async (targets) => ({
      ...(await ofImportFile('ready')(targets)),
      body: { source: 'List', licence: 'CC0', url: null },
    }),
    blocked: 200,
  },
  'POST /api/imports/files/{file_id}/import': {
    send: async (targets) => ({ ...(await ofImportFile('ready')(targets)), body: { version: 0 } }),
    blocked: 200,
  },
  'DELETE /api/imports/files/{file_id}': { send: ofImportFile('ready'), blocked: 204 },
}

/** Operations for moderators. */
export const MODERATION: Record<string, Row> = {
  'GET /api/moderation/cases': { send: nothing },
  // No one can read a case about their own content, because it names the reporters.
  'GET /api/moderation/cases/{case_id}': { send: aCase, own: 403 },
  'POST /api/moderation/cases/{case_id}/decision': {
    send: async (target) => ({ ...(await aCase(target)), body: { action: 'keep', reason: 'Fine.' } }),
    // No one can decide a case about their own content.
    own: 403,
  },
  'POST /api/moderation/cases/{case_id}/appeal': {
    send: async (target) => ({ ...(await aCase(target)), body: { outcome: 'upheld', answer: 'It stays.' } }),
    good: [404, 'nobody has appealed'],
    own: 404,
  },
  'POST /api/appeals/decision': {
    send: () => ({ body: { token: 'x'.repeat(40) } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'POST /api/appeals': {
    send: () => ({ body: { token: 'x'.repeat(40), words: 'It was not me.' } }),
    good: [400, 'a mailed link is what admits here, and this is none'],
  },
  'GET /api/moderation/deleted-spots': { send: nothing },
  ...ADS,
  ...IMPORTS,
  'POST /api/notices': {
    send: ({ spot_id }) => ({
      body: {
        address: `https://nollie.example/spots/${spot_id}`,
        report_type: 'other',
        description: 'My garden.',
        name: 'Kim',
        email: `kim${randomUUID().slice(0, 8)}@example.com`,
      },
    }),
  },
  'PUT /api/moderation/people/{user_id}/suspension': {
    send: (_target, _mine, { persons }) => ({
      params: { user_id: persons.unverified.user_id },
      body: { reason: 'Sells wax.' },
    }),
  },
  'DELETE /api/moderation/people/{user_id}/suspension': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
  },
  'POST /api/moderation/first-admin': {
    send: () => ({ body: { token: 'x'.repeat(64) } }),
    good: [400, 'only the token that the server prints admits here, and this is none'],
  },
  'GET /api/moderation/people': { send: () => ({ query: { q: 'the' } }) },
  'GET /api/moderation/audit': { send: nothing },
}
