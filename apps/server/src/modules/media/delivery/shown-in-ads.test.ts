import { expect } from 'vitest'
import { getOutcome } from '../../../../test/actors/actor.ts'
import { AD } from '../../../../test/makers/ads.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { aMediaItem } from '../../../../test/makers/spots.ts'
import { markUnwanted } from '../unused-media.queries.ts'
import { findShownFile } from './visibility.queries.ts'

const NEAR = '41.39,2.17'

test('shows an ad’s photo to members while the ad uses it, and deletes it afterwards', async ({
  app,
  ada,
  mod,
}) => {
  const media_id = await aMediaItem(app.db, mod.user_id)
  const made = await mod.addAd({ ...AD, media_id })
  const { ad } = await ada.getAdNear({ near: NEAR })
  expect(ad?.media?.id).toBe(media_id)
  const key = ad?.media?.base?.split('/').at(-1) ?? ''
  const reader = { user_id: ada.user_id, is_admin: false, is_suspended: false }
  const isShown = async () =>
    Promise.all([reader, null].map(async (who) => (await findShownFile(app.db, key, who)) !== undefined))
  expect(await isShown()).toEqual([true, false])
  const isUnwanted = async () => {
    const { unwanted_since } = await app.db
      .selectFrom('media')
      .select('unwanted_since')
      .where('id', '=', media_id)
      .executeTakeFirstOrThrow()
    return unwanted_since !== null
  }
  await markUnwanted(app.db, 0)
  expect(await isUnwanted()).toBe(false)
  // Using the same photo again changes nothing. Other people's photos and photos in posts can't be used in an ad.
  await mod.changeAd(made.id, { ...AD, title: 'Lot 13', media_id })
  expect(await isShown()).toEqual([true, false])
  const foreign = await aMediaItem(app.db, ada.user_id)
  expect(await getOutcome(mod.changeAd(made.id, { ...AD, media_id: foreign }))).toBe('MEDIA_NOT_FOUND')
  const video = await aMediaItem(app.db, mod.user_id, { type: 'video' })
  expect(await getOutcome(mod.changeAd(made.id, { ...AD, media_id: video }))).toBe('WRONG_TYPE')
  expect(await isShown()).toEqual([true, false])

  await mod.changeAd(made.id, AD)
  expect(await isShown()).toEqual([false, false])
  expect(await isUnwanted()).toBe(true)
})
