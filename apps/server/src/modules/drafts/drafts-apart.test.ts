import { expect } from 'vitest'
import { getOutcome } from '../../../test/actors/actor.ts'
import { AD, anAd } from '../../../test/makers/ads.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aDraft, aMediaItem, aSpot } from '../../../test/makers/spots.ts'

test('a draft’s file is in no ad and no post, and vice versa; the database enforces it', async ({
  app: { db },
  mod,
}) => {
  const [drafted, shown] = [await aMediaItem(db, mod.user_id), await aMediaItem(db, mod.user_id)]
  await mod.addDraft({ media_ids: [drafted] })
  const { id } = await mod.addAd({ ...AD, media_id: shown })
  expect(await getOutcome(mod.addAd({ ...AD, media_id: drafted }))).toBe('MEDIA_TAKEN')
  expect(await getOutcome(mod.changeAd(id, { ...AD, media_id: drafted }))).toBe('MEDIA_TAKEN')
  expect(await getOutcome(mod.addDraft({ media_ids: [shown] }))).toBe('MEDIA_TAKEN')

  const draft_id = await aDraft(db, mod.user_id)
  const draw = (media_id: string) =>
    db.insertInto('draft_media').values({ draft_id, media_index: 7, media_id }).execute()
  await expect(draw(shown)).rejects.toMatchObject({ constraint: 'draft_media_apart' })
  const posted = await aMediaItem(db, mod.user_id)
  await mod.shareSpot(aSpot({ media_ids: [posted] }))
  await expect(draw(posted)).rejects.toMatchObject({ constraint: 'draft_media_apart' })
  await expect(anAd(db, { media_id: drafted })).rejects.toMatchObject({ constraint: 'ads_media_apart' })
  const change = db.updateTable('ads').set({ media_id: drafted }).where('id', '=', id)
  await expect(change.execute()).rejects.toMatchObject({ constraint: 'ads_media_apart' })

  // If two requests use the file concurrently, one waits and is then refused.
  const free = await aMediaItem(db, mod.user_id)
  const both = await Promise.allSettled([draw(free), anAd(db, { media_id: free })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
