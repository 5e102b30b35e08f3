import { expect } from 'vitest'
import { AD, anAd } from '../../../test/makers/ads.ts'
import { actor, getOutcome } from '../../../test/actors/actor.ts'
import { testApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'

const NEAR = '41.39,2.17'

function dayFromNow(days: number) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('ads').execute()
})

test('people near an ad see it on its days, others do not', async ({ app, ada, mod }) => {
  const made = await mod.addAd(AD)
  const { media_id: _, ...shown } = AD
  expect(made).toEqual({ id: made.id, ...shown, media: null, views: 0, presses: 0, days: [] })
  const { title, content, link, place_name } = AD
  expect(await ada.getAdNear({ near: NEAR })).toEqual({
    ad: { id: made.id, title, content, link, place_name, media: null },
  })
  expect(await ada.getAdNear({ near: '41.39,2.9' })).toEqual({ ad: null })
  // Queries round positions to a tenth of a degree, so the rounded position equals the ad's.
  await mod.changeAd(made.id, { ...AD, radius_km: 1 })
  expect((await ada.getAdNear({ near: '41.44,2.24' })).ad?.id).toBe(made.id)

  const days = [
    [{ starts_on: dayFromNow(-3), ends_on: dayFromNow(-1) }, null],
    [{ starts_on: dayFromNow(1), ends_on: dayFromNow(3) }, null],
    [{ starts_on: dayFromNow(0), ends_on: dayFromNow(0) }, made.id],
  ] as const
  for (const [change, seen] of days) {
    await mod.changeAd(made.id, { ...AD, ...change })
    expect((await ada.getAdNear({ near: NEAR })).ad?.id ?? null).toBe(seen)
  }
  await mod.removeAd(made.id)
  expect((await ada.getAdNear({ near: NEAR })).ad).toBeNull()
  expect(await getOutcome(mod.removeAd(made.id))).toBe('NOT_FOUND')
  expect(await app.db.selectFrom('ad_days').selectAll().execute()).toEqual([])
})

test('shows each of several nearby ads', async ({ app, ada }) => {
  const ids = [await anAd(app.db), await anAd(app.db), await anAd(app.db)]
  const seen = new Set<string | undefined>()
  for (let times = 0; times < 60 && seen.size < ids.length; times++)
    seen.add((await ada.getAdNear({ near: NEAR })).ad?.id)
  expect(seen).toEqual(new Set(ids))
})

test('counts views and clicks per day without recording people', async ({ app, ada, ben, mod }) => {
  const id = await anAd(app.db)
  for (const who of [ada, ada, ben]) await who.countAdView(id)
  await ben.countAdPress(id)
  await app.db
    .insertInto('ad_days')
    .values({ ad_id: id, day: dayFromNow(-1), slice: 0, views: 5 })
    .execute()
  const [ad] = (await mod.listAds()).items
  expect([ad?.views, ad?.presses, ad?.days]).toEqual([
    8,
    1,
    [
      { day: dayFromNow(0), views: 3, presses: 1 },
      { day: dayFromNow(-1), views: 5, presses: 0 },
    ],
  ])
  expect(await getOutcome(ada.countAdView('01920000-0000-7000-8000-000000000000'))).toBe('NOT_FOUND')
})

test('a repeated request creates no second ad', async ({ mod }) => {
  const first = await mod.addAd(AD, { key: 'an-ad-once' })
  expect(await mod.addAd(AD, { key: 'an-ad-once' })).toEqual(first)
  expect((await mod.listAds()).items).toHaveLength(1)
})

test('refuses an incomplete ad, naming the field', async ({ mod }) => {
  const wrong = [
    [{ title: ' ' }, 'title'],
    [{ content: 'x'.repeat(201) }, 'content'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ link: 'https://user@evil.example' }, 'link'],
    [{ link: 'lot12.example' }, 'link'],
    [{ radius_km: 0 }, 'radius_km'],
    [{ latitude: 91 }, 'latitude'],
    [{ starts_on: '2026-02-30' }, 'starts_on'],
    [{ ends_on: '2025-12-31' }, 'ends_on'],
  ] as const
  for (const [change, field] of wrong) {
    const refused = await mod.addAd({ ...AD, ...change }).then(
      () => null,
      (error: { fields?: Record<string, string> }) => error.fields,
    )
    expect(Object.keys(refused ?? {}), JSON.stringify(change)).toEqual([field])
  }
  expect((await mod.listAds()).items).toEqual([])
})

test('G-19 the client gets the operator’s choice; if they are off, it gets none', async ({ app, ada }) => {
  const none = { android: null, ios: null }
  expect((await ada.getConfig()).ads).toEqual({ kind: 'house', frame: null, banner: none })
  await anAd(app.db)
  const off = await testApp({ ads: { kind: 'off', frame: null, banner: none } })
  const frame = new URL('https://ads.example/slot')
  const provider = await testApp({ ads: { kind: 'provider', frame, banner: { ...none, ios: 'unit' } } })
  try {
    const [eve, fay] = [await actor(off, 'eve'), await actor(provider, 'fay')]
    await anAd(off.db)
    const theirs = await anAd(provider.db)
    expect((await eve.getConfig()).ads.kind).toBe('off')
    expect(await eve.getAdNear({ near: NEAR })).toEqual({ ad: null })
    expect((await fay.getConfig()).ads).toEqual({
      kind: 'provider',
      frame: 'https://ads.example/slot',
      banner: { android: null, ios: 'unit' },
    })
    // Members who opted out of the provider's ads see the admins' ads.
    expect((await fay.getAdNear({ near: NEAR })).ad?.id).toBe(theirs)
  } finally {
    await off.close()
    await provider.close()
  }
})
