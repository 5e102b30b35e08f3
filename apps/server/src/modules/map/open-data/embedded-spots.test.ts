import { SPOT_TYPES } from '@nollie/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { aSpotRow } from '../../../../test/makers/posts.ts'
import { testWith } from '../../../../test/world/fixtures.ts'
import { spotsCounted } from '../../../../test/world/wait-for-counts.ts'
import type { TestApp } from '../../../../test/world/app.ts'

const test = testWith({ memberLicense: null })

type Map = {
  name: string | null
  is_capped: boolean
  items: { name: string; latitude: number; score: number }[]
}

async function readMap(app: TestApp, query: string): Promise<Map> {
  return JSON.parse((await app.app.inject(`/api/open/embed?${query}`)).body) as Map
}

/** Inserts spots one meter apart, starting at a place. */
async function aRow({ db }: TestApp, [latitude, longitude]: [number, number], count: number, type: string) {
  await sql`insert into spots (id, name, latitude, longitude, spot_types)
    select gen_random_uuid(), ${type} || ' ' || i, ${latitude} + i * 1e-5, ${longitude}, array[${type}]
    from generate_series(1, ${count}) i`.execute(db)
  await spotsCounted(db)
}

test('embedded maps have open spots in a box or a public list, by type, regardless of the session', async ({
  app,
  ada,
  visitor,
}) => {
  const ledge = await aSpotRow(app.db, ada.user_id, 'Ledge')
  const hidden = await aSpotRow(app.db, ada.user_id, 'Hidden')
  await app.db.updateTable('spots').set({ audience: 'members' }).where('id', '=', hidden).execute()
  const { id } = await ada.addList({ name: 'Mine', visibility: 'public', spot_id: ledge })
  await ada.addToList(id, hidden)
  await spotsCounted(app.db)
  const ask = async (query: string) =>
    JSON.parse((await ada.send('GET', `/api/open/embed?${query}`)).body) as Map
  const shown = async (query: string) => (await ask(query)).items.map(({ name }) => name)
  expect(await shown('bbox=2,41,3,42')).toEqual(['Ledge'])
  expect(await shown('bbox=2,41,3,42&types=ledges,stairs')).toEqual(['Ledge'])
  expect(await shown('bbox=2,41,3,42&types=bowl')).toEqual([])
  expect(await shown('bbox=5,41,6,42')).toEqual([])
  expect(await ask(`list=${id}`)).toMatchObject({ name: 'Mine', items: [{ name: 'Ledge' }] })
  const before = (await ask('bbox=2,41,3,42')).items[0]?.score ?? Number.NaN
  await app.db.updateTable('spots').set({ has_video: true }).where('id', '=', ledge).execute()
  for (const query of ['bbox=2,41,3,42', 'types=ledges', `list=${id}`])
    expect((await ask(query)).items[0]?.score, query).toBe(before + 1)
  const { id: secret } = await ada.addList({ name: 'Private', spot_id: ledge })
  expect((await visitor.send('GET', `/api/open/embed?list=${secret}`)).statusCode).toBe(404)
  expect((await visitor.send('GET', '/api/open/embed?types=nonsense')).statusCode).toBe(400)
})

test('a map with too many spots has some from all of its parts, and says so', async ({ app }) => {
  await aRow(app, [-33.9, 151.2], 700, 'bank')
  await aRow(app, [-34.6, 150.4], 5, 'bank')
  const whole = await readMap(app, 'bbox=150,-35,152,-33')
  expect(whole.is_capped).toBe(true)
  expect(whole.items.filter(({ latitude }) => latitude < -34).length).toBe(5)
  expect(whole.items.length).toBeGreaterThan(5)
  const part = await readMap(app, 'bbox=150,-35,151,-34')
  expect([part.is_capped, part.items.length]).toEqual([false, 5])
})

test('spots with a rare type are found among many, and those with several types once', async ({ app }) => {
  await aRow(app, [52.5, 13.3], 2_200, 'plaza')
  await aRow(app, [52.6, 13.5], 2, 'vert')
  await sql`update spots set spot_types = '{vert,bowl}' where name = 'vert 1'`.execute(app.db)
  await spotsCounted(app.db)
  const names = async (types: string) =>
    (await readMap(app, `bbox=13,52,14,53&types=${types}`)).items.map(({ name }) => name)
  expect(await names('vert')).toEqual(['vert 1', 'vert 2'])
  expect(await names('vert,bowl')).toEqual(['vert 1', 'vert 2'])
  expect((await readMap(app, `types=${SPOT_TYPES.join(',')}`)).is_capped).toBe(true)
})
