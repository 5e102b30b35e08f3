import { LIMITS } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { phonePhoto } from '../../../test/makers/media-files.ts'
import { aDraft, aMediaItem, aSpot } from '../../../test/makers/spots.ts'
import { uploader } from '../../../test/actors/uploads.ts'

const HERE = { latitude: 41.38335, longitude: 2.16687, accuracy: 8.5 }

async function listDrafts(who: Actor) {
  return (await who.listDrafts()).items
}

async function listIds(who: Actor) {
  return (await listDrafts(who)).map(({ id }) => id)
}

async function dropped({ db }: TestApp, who: Actor, with_: object = {}) {
  return who.addDraft({ media_ids: [await aMediaItem(db, who.user_id)], ...HERE, ...with_ })
}

async function isUnwanted({ db }: TestApp, id: string) {
  const row = db.selectFrom('media').select('unwanted_since').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).unwanted_since !== null
}

test('DRAFT-02 a draft stores photo, position, and note for its owner only, most recently taken first', async ({
  app,
  ada,
  ben,
}) => {
  const before = await dropped(app, ada, { taken_at: '2026-01-02T03:04:05.678Z', note: '  Wax it.  ' })
  expect(before).toMatchObject({
    ...HERE,
    note: 'Wax it.',
    taken_at: '2026-01-02T03:04:05.678Z',
    place: { city: 'Barcelona' },
    media: [{ status: 'ready' }],
  })
  const bare = await ada.addDraft({ media_ids: [await aMediaItem(app.db, ada.user_id)] })
  expect(bare).toMatchObject({ latitude: null, longitude: null, accuracy: null, place: null, note: null })
  // A device's clock may be wrong.
  const ahead = await dropped(app, ada, { taken_at: '2126-01-01T00:00:00.000Z' })
  expect(Date.parse(ahead.taken_at)).toBeLessThan(Date.now() + 60_000)
  expect(await listDrafts(ada)).toEqual([ahead, bare, before])
  expect(await listDrafts(ben)).toEqual([])
  expect(await getOutcome(ben.editDraft(bare.id, { note: 'Mine' }))).toBe('DRAFT_NOT_FOUND')
  expect(await getOutcome(ben.removeDraft(bare.id))).toBe('DRAFT_NOT_FOUND')
})

test('DRAFT-05 an edit only changes the given fields; a pin placed by hand has no accuracy', async ({
  app,
  cleo,
}) => {
  const { id } = await dropped(app, cleo, { note: 'Long run-up' })
  const pin = { latitude: 41.4, longitude: 2.2 }
  expect(await cleo.editDraft(id, pin)).toMatchObject({ ...pin, accuracy: null, note: 'Long run-up' })
  expect(await cleo.editDraft(id, { note: '' })).toMatchObject({ ...pin, note: null })
  expect(await cleo.editDraft(id, {})).toMatchObject({ ...pin, note: null })
  const half = [{ latitude: 1 }, { longitude: 1 }, { latitude: 0, longitude: 0 }, { note: 'x'.repeat(501) }]
  for (const edit of half) expect(await getOutcome(cleo.editDraft(id, edit))).toBe('BAD_REQUEST')
  expect(await getOutcome(dropped(app, cleo, { longitude: undefined }))).toBe('BAD_REQUEST')
  // Accuracy is meaningless without a position.
  const bare = { latitude: undefined, longitude: undefined, accuracy: 5 }
  expect(await dropped(app, cleo, bare)).toMatchObject({ latitude: null, accuracy: null })
})

test('DRAFT-06 a device can retry a draft after its key expires, and there is still only one', async ({
  app,
  mod,
}) => {
  const body = { media_ids: [await aMediaItem(app.db, mod.user_id)], ...HERE }
  const key = uuid()
  const first = await mod.addDraft(body, { key })
  expect(await mod.addDraft(body, { key })).toEqual(first)
  expect(await getOutcome(mod.addDraft({ ...body, note: 'x' }, { key }))).toBe('KEY_REUSED')
  await app.db.deleteFrom('idempotency_keys').execute()
  expect(await mod.addDraft(body, { key })).toEqual(first)
  expect(await listIds(mod)).toEqual([first.id])
  const mixed = { media_ids: [...body.media_ids, await aMediaItem(app.db, mod.user_id)] }
  expect(await getOutcome(mod.addDraft(mixed))).toBe('MEDIA_TAKEN')
  await mod.removeDraft(first.id)
})

test('refuses missing, incomplete, broken, others’, and posts’ files in a draft', async ({
  app,
  ada,
  ben,
}) => {
  const addWith = (id: string) => getOutcome(ada.addDraft({ media_ids: [id] }))
  const of = (status: 'uploading' | 'processing' | 'failed') =>
    aMediaItem(app.db, ada.user_id, { status }).then(addWith)
  expect(await addWith(uuid())).toBe('MEDIA_NOT_FOUND')
  expect(await addWith(await aMediaItem(app.db, ben.user_id))).toBe('MEDIA_NOT_FOUND')
  expect(await of('uploading')).toBe('MEDIA_NOT_READY')
  expect(await of('failed')).toBe('UNPROCESSABLE')
  expect(await of('processing')).toBe('done')
  const posted = await aMediaItem(app.db, ada.user_id)
  await ada.shareContent({ title: 'Posted', media_ids: [posted] })
  expect(await addWith(posted)).toBe('MEDIA_TAKEN')
  expect(await getOutcome(ada.addDraft({ media_ids: [] }))).toBe('BAD_REQUEST')
})

test('DRAFT-02 no one has more drafts than allowed, even with concurrent requests', async ({ app, ben }) => {
  for (let n = 0; n < LIMITS.drafts_max - 2; n++) await aDraft(app.db, ben.user_id)
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => getOutcome(dropped(app, ben))))
  expect(outcomes.toSorted()).toEqual(['TOO_MANY_DRAFTS', 'TOO_MANY_DRAFTS', 'done', 'done'])
  expect(await listDrafts(ben)).toHaveLength(LIMITS.drafts_max)
  await app.db.deleteFrom('draft_media').execute()
  await app.db.deleteFrom('drafts').execute()
})

test('DRAFT-04 sharing a draft atomically creates a spot and deletes the draft, including unused files', async ({
  app,
  ada,
}) => {
  const [cover, other] = [await aMediaItem(app.db, ada.user_id), await aMediaItem(app.db, ada.user_id)]
  const draft = await ada.addDraft({ media_ids: [cover, other], ...HERE })
  // Until then, posts can't use a draft's files, and forms can't delete them.
  expect(await getOutcome(ada.shareSpot(aSpot({ media_ids: [cover] })))).toBe('MEDIA_TAKEN')
  expect(await getOutcome(ada.shareContent({ title: 'x', media_ids: [cover] }))).toBe('MEDIA_TAKEN')
  const headers = { 'tus-resumable': '1.0.0' }
  const removed = await ada.send('DELETE', `/api/uploads/${cover}`, undefined, { headers })
  expect(removed.statusCode).toBe(409)
  // If sharing a spot fails, the draft remains unchanged.
  const broken = await aMediaItem(app.db, ada.user_id, { status: 'failed' })
  const failing = aSpot({ media_ids: [cover, broken], draft_id: draft.id })
  expect(await getOutcome(ada.shareSpot(failing))).toBe('UNPROCESSABLE')
  expect(await listIds(ada)).toContain(draft.id)
  const key = uuid()
  const body = aSpot({ media_ids: [cover], draft_id: draft.id })
  const spot = await ada.shareSpot(body, { key })
  expect(spot.photo?.id).toBe(cover)
  expect(await listIds(ada)).not.toContain(draft.id)
  expect([await isUnwanted(app, cover), await isUnwanted(app, other)]).toEqual([false, true])
  // Retrying with the same key returns the same spot; with another key, the draft doesn't exist.
  expect((await ada.shareSpot(body, { key })).id).toBe(spot.id)
  expect(await getOutcome(ada.shareSpot(body))).toBe('DRAFT_NOT_FOUND')
})

test('another person’s draft can’t be shared, and sharing one twice creates one spot', async ({
  app,
  ada,
  cleo,
}) => {
  const draft = await dropped(app, ada)
  const media_ids = draft.media.map(({ id }) => id)
  const own = { media_ids: [await aMediaItem(app.db, cleo.user_id)], draft_id: draft.id }
  expect(await getOutcome(cleo.shareSpot(aSpot(own)))).toBe('DRAFT_NOT_FOUND')
  const body = aSpot({ media_ids, draft_id: draft.id })
  const outcomes = await Promise.all([1, 2, 3].map(() => getOutcome(ada.shareSpot(body))))
  expect(outcomes.toSorted()).toEqual(['DRAFT_NOT_FOUND', 'DRAFT_NOT_FOUND', 'done'])
})

test('DRAFT-02 only its owner sees a draft’s files, which the collector skips, and which are deleted with the draft', async ({
  app,
  ada,
  ben,
  mod,
  visitor,
}) => {
  const media = await uploader(app, ada).media(await phonePhoto({ width: 320, height: 240 }))
  const { id } = await ada.addDraft({ media_ids: [media.id], ...HERE })
  const status = async (who: Pick<Actor, 'send'>) =>
    (await who.send('GET', `${media.base}/400.webp`)).statusCode
  const everybody = async () => Promise.all([ada, ben, mod, visitor].map(status))
  expect(await everybody()).toEqual([200, 404, 404, 404])
  await app.db
    .updateTable('media')
    .set({ created_at: sql`now() - interval '1 year'` })
    .where('id', '=', media.id)
    .execute()
  await app.jobs.runTimer('media collector')
  expect(await isUnwanted(app, media.id)).toBe(false)
  await mod.suspendPerson(ada.user_id, { reason: 'Wax.' })
  await ada.signsInAgain()
  // Suspended people can read their drafts, but not change them.
  expect(await listIds(ada)).toContain(id)
  expect(await everybody()).toEqual([200, 404, 404, 404])
  const changes = [ada.removeDraft(id), ada.editDraft(id, { note: 'x' }), dropped(app, ada)].map(getOutcome)
  expect(await Promise.all(changes)).toEqual(['SUSPENDED', 'SUSPENDED', 'SUSPENDED'])
  await mod.unsuspend(ada.user_id)
  await ada.removeDraft(id)
  expect(await getOutcome(ada.removeDraft(id))).toBe('DRAFT_NOT_FOUND')
  expect(await isUnwanted(app, media.id)).toBe(true)
})
