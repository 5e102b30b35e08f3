import { randomUUID } from 'node:crypto'
import { LIMITS } from '@nollie/contract/limits'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../../test/actors/actor.ts'
import { aPost, aSpotRow } from '../../../../test/makers/posts.ts'
import { aMediaItem, aSpot } from '../../../../test/makers/spots.ts'
import type { TestApp } from '../../../../test/world/app.ts'
import { test } from '../../../../test/world/fixtures.ts'

const TEXT = 'A skater grinds a marble ledge at sunset.'

function photos({ db }: TestApp, who: Actor, n: number) {
  return Promise.all(Array.from({ length: n }, () => aMediaItem(db, who.user_id)))
}

async function readAltTexts(who: Actor, post_id: string) {
  return (await who.getPost(post_id)).media.map(({ media }) => media.alt_text)
}

async function describe(who: Actor, post_id: string, alt_text: string | null, media_index = 0) {
  return who.describePostMedia(post_id, media_index, { alt_text })
}

test('photos are described when a spot, a post, or content is shared, in the order of their files', async ({
  app,
  ada,
  ben,
}) => {
  const media_ids = await photos(app, ada, 3)
  const spot = await ada.shareSpot(aSpot({ media_ids, alt_texts: [TEXT, '  '] }))
  expect(spot.photo).toMatchObject({ id: media_ids[0], alt_text: TEXT })
  const { items } = await ben.getSpotGallery(spot.id, {})
  expect(items.map(({ media }) => media.alt_text)).toEqual([TEXT, null, null])
  const post = await ada.addMedia({
    spot_id: spot.id,
    media_ids: await photos(app, ada, 2),
    alt_texts: [null, 'The run-up'],
  })
  expect(await readAltTexts(ben, post.id)).toEqual([null, 'The run-up'])
  const content = await ada.shareContent({
    title: 'Clip',
    content: null,
    photo_url: null,
    media_ids: await photos(app, ada, 1),
    alt_texts: ['A new deck'],
  })
  expect(await readAltTexts(ben, content.id)).toEqual(['A new deck'])
})

test('a draft has its own descriptions, and the spot made from it has the ones from its form', async ({
  app,
  ada,
}) => {
  const [first = '', second = ''] = await photos(app, ada, 2)
  const draft = await ada.addDraft({ media_ids: [first, second], alt_texts: ['One', 'Two'], note: null })
  expect(draft.media.map(({ alt_text }) => alt_text)).toEqual(['One', 'Two'])
  const { id } = await ada.shareSpot(
    aSpot({ media_ids: [first, second], alt_texts: ['Changed'], draft_id: draft.id }),
  )
  const { items } = await ada.getSpotGallery(id, {})
  expect(items.map(({ media }) => media.alt_text)).toEqual(['Changed', 'Two'])
})

test('a description has a limit, and there are no more of them than files', async ({ app, ada }) => {
  const post_id = await aPost(app.db, ada.user_id)
  const longest = 'x'.repeat(LIMITS.alt_text_max)
  await describe(ada, post_id, longest)
  expect(await readAltTexts(ada, post_id)).toEqual([longest])
  await expect(describe(ada, post_id, `${longest}x`)).rejects.toMatchObject({
    status: 400,
    fields: { alt_text: 'Use at most 500 characters.' },
  })
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await expect(
    ada.addMedia({ spot_id, media_ids: await photos(app, ada, 1), alt_texts: ['One', 'Two'] }),
  ).rejects.toMatchObject({ status: 400, fields: { alt_texts: 'There are more descriptions than files.' } })
  await expect(
    sql`update media set alt_text = ${`${longest}x`} where owner_id = ${ada.user_id}`.execute(app.db),
  ).rejects.toThrow('media_alt_text_check')
})

test('only the author can change a description; others get the same answers as for an edit', async ({
  app,
  ada,
  ben,
  mod,
  visitor,
}) => {
  const post_id = await aPost(app.db, ada.user_id, { media: ['image', 'video'] })
  const changed = await describe(ada, post_id, TEXT, 1)
  expect(changed.version).toBe(2)
  expect((await describe(ada, post_id, TEXT, 1)).version).toBe(2)
  expect(changed.media.map(({ media }) => media.alt_text)).toEqual([null, TEXT])
  for (const who of [ben, mod])
    expect(await getOutcome(describe(who, post_id, 'Mine', 1))).toBe('NOT_ALLOWED')
  expect(await getOutcome(visitor.describePostMedia(post_id, 1, { alt_text: 'Mine' }))).toBe(
    'SESSION_MISSING',
  )
  expect(await getOutcome(describe(ada, post_id, TEXT, 2))).toBe('MEDIA_NOT_FOUND')
  expect(await getOutcome(describe(ada, randomUUID(), TEXT))).toBe('POST_NOT_FOUND')
  await ada.setPostAudience(post_id, { audience: 'only_me' })
  expect(await getOutcome(describe(ben, post_id, 'Mine', 1))).toBe('POST_NOT_FOUND')
  expect(await readAltTexts(ada, post_id)).toEqual([null, TEXT])
  await describe(ada, post_id, ' ', 1)
  expect(await readAltTexts(ada, post_id)).toEqual([null, null])
})

test('another person’s file can’t be described by posting it', async ({ app, ada, ben }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const [id = ''] = await photos(app, ben, 1)
  const body = { spot_id, media_ids: [id], alt_texts: ['Not mine'] }
  expect(await getOutcome(ada.addMedia(body))).toBe('MEDIA_NOT_FOUND')
  expect((await ben.getMedia(id)).alt_text).toBeNull()
  expect(await getOutcome(ada.getMedia(id))).toBe('MEDIA_NOT_FOUND')
})

test('a hidden post’s photos can’t be described', async ({ app, ada }) => {
  const post_id = await aPost(app.db, ada.user_id)
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', post_id).execute()
  expect(await getOutcome(describe(ada, post_id, TEXT))).toBe('POST_NOT_FOUND')
})

test('a description is found by no search', async ({ app, ada, ben }) => {
  const spot = await ada.shareSpot(
    aSpot({ name: 'Quiet corner', media_ids: await photos(app, ada, 1), alt_texts: ['Zebrawood banister'] }),
  )
  expect(JSON.stringify(await ben.search({ q: 'Quiet corner' }))).toContain(spot.id)
  expect(JSON.stringify(await ben.search({ q: 'Zebrawood' }))).not.toContain(spot.id)
})

test('a report contains the descriptions as they were, no matter how long', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const media_ids = await photos(app, ada, LIMITS.files_per_post)
  const alt_texts = media_ids.map((_, n) => `${n} `.padEnd(LIMITS.alt_text_max, 'w'))
  const { id } = await ada.addMedia({ spot_id, media_ids, alt_texts, content: 'c'.repeat(4000) })
  await ben.report({ report_type: 'inappropriate', reported_post_id: id })
  await describe(ada, id, 'Harmless')
  const { items } = await mod.listCases({})
  const found = items.find((one) => one.kind === 'post')
  const shown = await mod.getCase(found?.id ?? '')
  expect(shown.words).toContain('0 www')
  expect(shown.words).toHaveLength(5000)
  expect(shown.words_now).toContain('Harmless')
  expect(shown.media[0]).toMatchObject({ id: media_ids[0], alt_text: 'Harmless' })
})

test('a description is deleted with its photo, and with the account', async ({ app, ada, cleo }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const { id } = await cleo.addMedia({
    spot_id,
    media_ids: await photos(app, cleo, 2),
    alt_texts: ['First of cleo', 'Second of cleo'],
  })
  await cleo.removePostMedia(id, 0)
  expect(await readAltTexts(ada, id)).toEqual(['Second of cleo'])
  await cleo.deleteAccount({ password: cleo.password, content: 'remove' })
  const { items } = await ada.getSpotGallery(spot_id, {})
  expect(JSON.stringify(items)).not.toContain('of cleo')
  expect(await getOutcome(ada.getPost(id))).toBe('POST_NOT_FOUND')
})
