import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Actor, actor, getOutcome, createVisitor } from '../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { openDatabase } from '../../db/open.ts'

let app: TestApp
let ada: Actor
beforeAll(async () => {
  app = await testApp()
  ada = await actor(app, 'ada.macba')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('spots').execute()
  await app.db.deleteFrom('users').where('id', '<>', ada.user_id).execute()
})

function search(q: string) {
  return ada.search({ q })
}

async function names(q: string) {
  const { people: users, spots } = await search(q)
  return {
    users: users.items.map(({ username }) => username),
    spots: spots.items.map(({ name }) => name),
  }
}

async function someone(username: string, full_name: string | null = null) {
  const user_id = await aMember(app.db, username)
  await app.db.updateTable('profiles').set({ full_name }).where('user_id', '=', user_id).execute()
  return user_id
}

async function aSpot(name: string, more: { description?: string; city?: string } = {}) {
  const id = await aSpotRow(app.db, null, name)
  if (Object.keys(more).length) await app.db.updateTable('spots').set(more).where('id', '=', id).execute()
  return id
}

const NOTHING = { items: [], count: 0, more: false }

test.for([
  ['スケートパーク駒沢', 'すけーとぱーく'],
  ['すけーとぱーく駒沢', 'ｽｹｰﾄﾊﾟｰｸ'],
  ['حديقة جميلة', 'حديقه'],
  ['حَدِيقَة أحمد', 'احمد'],
  ['جميلـــة', 'جميلة'],
  ['L’Hospitalet plaza', "l'hospitalet"],
  ["L'Hospitalet plaza", 'lhospitalet'],
  ["Coeur d'Alene bowl", 'coeur d‘alene'],
  ['Saint-Denis ledges', 'saint denis'],
  ['Saint Denis ledges', 'Saint-Denis'],
  ['Straßenbahn', 'strassenbahn'],
  ['ISPARTA', 'ısparta'],
  ['Đà Nẵng', 'da nang'],
  ['Łódź', 'lodz'],
  ['ＳＫＡＴＥ', 'skate'],
  ["Val-d'Isère rail", 'val d’isere'],
  ['ʻAiea bowl', 'aiea'],
  ['オーシャンパーク', 'おーしゃん'],
  ['ساحة المدينة', 'المدينه'],
  ['ساحه التزلج', 'ساحة'],
  ['قنطرة', 'قنطره'],
  ['مـلعب السلام', 'ملعب'],
  ['رصيف البحر', 'رصيــف'],
  ['منـتـزه الأمل', 'منتزه الـأمل'],
  ['ハーフパイプ広場', 'はーふぱいぷ'],
  ['がけした公園', 'ｶﾞｹｼﾀ'],
  ['ヴィラ前', 'ゔぃら'],
  ['ヴェルデ広場', 'う゛ぇるで'],
  ['プール跡', 'フ゜ール'],
  ["Martha's ledges", 'marthas'],
  ['Rue de l＇Église', "l'eglise"],
  ['Oʻahu bowl', 'o`ahu'],
] as const)('a spot and a person named %s are found by %s, including on the map', async ([name, q]) => {
  await aSpot(name)
  await someone('other', name)
  expect(await names(q)).toEqual({ users: ['other'], spots: [name] })
  expect(
    (await ada.listSpots({ z: 0, x0: 0, x1: 0, y0: 0, y1: 0, q })).items.map((spot) => spot.name),
  ).toEqual([name])
})

test('a query that normalizes to nothing finds nothing', async () => {
  await aSpot("L'Hospitalet")
  await someone('other', "D'Arcy")
  for (const q of ["'", '’', '- -']) expect(await names(q)).toEqual({ users: [], spots: [] })
})

test('DISC-05 DISC-08 at most five people and five spots, with the number of matches', async () => {
  for (let i = 0; i < 7; i++) {
    await someone(`ledger${i}`)
    await aSpot(`Ledge ${i}`)
  }
  const { people: users, spots } = await search('ledge')
  expect([users.items.length, users.count, users.more]).toEqual([5, 7, false])
  expect([spots.items.length, spots.count, spots.more]).toEqual([5, 7, false])
  expect(users.items[0]).toEqual({
    user_id: expect.any(String),
    username: 'ledger0',
    full_name: null,
    avatar_url: null,
  })
  expect(spots.items[0]).toEqual({
    id: expect.any(String),
    name: 'Ledge 0',
    city: null,
    state: null,
    country: null,
    spot_type: 'ledges',
    latitude: 41.38,
    longitude: 2.16,
  })
})

test('DISC-12 finds people by part of the username or full name, ignoring case, and never oneself', async () => {
  await someone('rollerjo', 'Johanna Maçba')
  await someone('macbalocal')
  await someone('other', 'Somebody Else')
  expect((await names('macba')).users).toEqual(['macbalocal', 'rollerjo'])
  expect((await names('LERJ')).users).toEqual(['rollerjo'])
  expect((await names('ohan')).users).toEqual(['rollerjo'])
  expect((await names('johanna maç')).users).toEqual(['rollerjo'])
  expect((await names('er')).users).toEqual(['other', 'rollerjo'])
  expect((await names('ada.')).users).toEqual([])
})

test('DISC-13 finds spots by part of the name or description, ignoring case and accents', async () => {
  await aSpot('Plaça Universitat')
  await aSpot('Sants', { description: 'Long marble benches, waxed.' })
  await aSpot('Zürich Übungsplatz', { city: 'Zürich' })
  expect((await names('placa')).spots).toEqual(['Plaça Universitat'])
  expect((await names('PLAÇA')).spots).toEqual(['Plaça Universitat'])
  expect((await names('versit')).spots).toEqual(['Plaça Universitat'])
  expect((await names('marble bench')).spots).toEqual(['Sants'])
  expect((await names('ubung')).spots).toEqual(['Zürich Übungsplatz'])
  expect((await names('nt')).spots).toEqual(['Sants'])
  expect((await names('zurich')).spots).toEqual(['Zürich Übungsplatz'])
})

test('DISC-04 best first: whole names, then prefixes, prefixes of terms, other matches in names, then descriptions', async () => {
  for (const name of ['Sledgehammer', 'Big ledge', 'Ledge heaven', 'Ledge']) await aSpot(name)
  await aSpot('Forum', { description: 'ledges' })
  expect((await names('ledge')).spots).toEqual([
    'Ledge',
    'Ledge heaven',
    'Big ledge',
    'Sledgehammer',
    'Forum',
  ])
  expect((await names('big led')).spots).toEqual(['Big ledge'])
})

test('DISC-06 no match is an empty result, and C6 wildcards of LIKE match literally', async () => {
  await someone('anybody')
  await aSpot('Anywhere')
  await aSpot('100% concrete_slab \\o/')
  for (const q of ['xqzzy', '%%', '__', '\\\\', "' or 1=1--", '<script>']) {
    const { people: users, spots } = await search(q)
    expect([users, spots], q).toEqual([NOTHING, NOTHING])
  }
  for (const q of ['0% c', 'ete_s', '\\o', '100％']) expect((await names(q)).spots, q).toHaveLength(1)
})

test('A9 suspended people, people across a block and deleted spots are not found', async () => {
  const gone = await aSpot('Ledge of old')
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', gone).execute()
  const [away, blocks, blocked] = [
    await someone('skater1'),
    await someone('skater2'),
    await someone('skater3'),
  ]
  await someone('skater4')
  await app.db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', away).execute()
  await app.db
    .insertInto('blocks')
    .values([
      { blocker_id: blocks, blocked_id: ada.user_id },
      { blocker_id: ada.user_id, blocked_id: blocked },
    ])
    .execute()
  expect(await search('skater')).toMatchObject({ people: { items: [{ username: 'skater4' }], count: 1 } })
  expect((await search('ledge of old')).spots).toEqual(NOTHING)
})

test('DISC-10 refuses blank and overlong queries and control characters, but not unusual ones', async () => {
  for (const q of ['', '   ', 'x'.repeat(101), 'a\u0000b', 'a\u0007'])
    expect(await getOutcome(search(q)), q).toBe('BAD_REQUEST')
  for (const q of [
    'مرحبا',
    '\u202eabc',
    'e\u0301'.repeat(50),
    '🛹'.repeat(50),
    '('.repeat(100),
    'a '.repeat(50),
  ])
    expect(await getOutcome(search(q)), q).toBe('done')
  expect(await getOutcome(createVisitor(app).search({ q: 'ledge' }))).toBe('SESSION_MISSING')
})

test('DISC-08 DISC-10 the list of all people found contains the people that the search counts, in the same order, with or without @', async () => {
  await someone('rollerjo', 'Lovelace Ada')
  await someone('berta', 'Adalbert Lovering')
  await someone('parker')
  for (const [q, count] of [
    ['er', 3],
    ['ada lov', 2],
    ['@ber', 1],
    ['@', 0],
  ] as const) {
    const { people: best } = await search(q)
    expect(best.count, q).toBe(count)
    if (count === 0) continue
    const all = (await ada.findPeople({ q })).items
    expect(
      all.map(({ username }) => username),
      q,
    ).toEqual(best.items.map(({ username }) => username))
  }
})

test('lists all matching spots in pages, best first, up to a hundred', async () => {
  await sql`insert into spots (id, name, latitude, longitude, spot_types)
    select gen_random_uuid(), 'Ledge ' || to_char(n, 'FM000'), 41, 2, '{ledges}'
    from generate_series(1, 130) n`.execute(app.db)
  const seen: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof ada.searchSpots>> = await ada.searchSpots({
      q: 'ledge',
      ...(cursor && { cursor }),
    })
    const { items, next_cursor, count, more } = page
    expect([count, more]).toEqual([100, true])
    seen.push(...items.map(({ name }) => name))
    sizes.push(items.length)
    cursor = next_cursor
  }
  expect(sizes).toEqual([20, 20, 20, 20, 20])
  expect(new Set(seen).size).toBe(100)
  expect(seen).toEqual(seen.toSorted())
})

test('a cursor works while spots are added and deleted, but not for another query', async () => {
  for (let i = 10; i < 50; i++) await aSpot(`Ledge ${i}`)
  const first = await ada.searchSpots({ q: 'ledge' })
  expect(first.items.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, i) => `Ledge ${10 + i}`))
  await aSpot('Ledge 00')
  const cursor = first.next_cursor ?? ''
  const next = async () => (await ada.searchSpots({ q: 'ledge', cursor })).items.map(({ name }) => name)
  expect(await next()).toEqual(Array.from({ length: 20 }, (_, i) => `Ledge ${30 + i}`))
  await app.db.deleteFrom('spots').where('name', '=', 'Ledge 29').execute()
  expect((await next())[0]).toBe('Ledge 30')
  expect(await getOutcome(ada.searchSpots({ q: 'rail', cursor }))).toBe('BAD_CURSOR')
  const long = '🛹'.repeat(50)
  for (let i = 0; i < 21; i++) await aSpot(`${long} ${i}`)
  const page = await ada.searchSpots({ q: long })
  const rest = await ada.searchSpots({ q: long, cursor: page.next_cursor ?? '' })
  expect(rest.items).toHaveLength(1)
})

test('C7 a search that takes too long returns its results so far, and says that there may be more', async () => {
  await aSpot('Ledge')
  await aSpot('Sledge')
  await someone('ledgefinder')
  // Makes the search inside names as slow as it would be in an extremely large table.
  await sql`create or replace function nollie_like_pattern(text) returns text language plpgsql immutable strict as $$
    begin
      if $1 = 'slow' then perform pg_sleep(5); end if;
      return '%' || public.nollie_normalize($1) || '%';
    end $$`.execute(app.db)
  const begin = await search('ledge')
  expect(begin.spots.count).toBe(2)
  const db = openDatabase(app.databaseUrl, { max: 4 })
  const close = () => db.destroy()
  const strict = await testApp({}, { db, url: app.databaseUrl, close, drop: close })
  onTestFinished(() => strict.close())
  const late = await strict.app.inject({ url: '/api/search', query: { q: 'slow' }, headers: ada.bearer })
  expect(late.json()).toEqual({ people: { ...NOTHING, more: true }, spots: { ...NOTHING, more: true } })
})
