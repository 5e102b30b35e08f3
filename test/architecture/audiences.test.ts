import { expect, test } from 'vitest'
import {
  ASKS_OF_POSTS,
  NAME_AN_ID,
  NEED_NOT_ASK,
  POSTS_OF_A_SPOT,
  readingsIn,
  tablesOfSpots,
} from './audiences.ts'
import { read, sources } from './files.ts'

const TABLES = tablesOfSpots(read('apps/server/schema.sql'))
const ASKED = TABLES.filter((table) => !(table in NAME_AN_ID))
const SERVER = 'apps/server/src/'

/** Lists all files with queries. */
function listQuerying(): string[] {
  return sources()
    .filter((path) => path.startsWith(SERVER) || path.startsWith('packages/legacy-import/src/'))
    .filter((path) => !/\.test\.ts$|\/db\/migrations\//.test(path))
}

function shorten(path: string): string {
  return path.replace(SERVER, '')
}

test('every query of spots and related data checks visibility', () => {
  const exempt = new Set(Object.values(NEED_NOT_ASK).flat())
  const readings = listQuerying().flatMap((path) => readingsIn(shorten(path), read(path), ASKED))
  const silent = readings.filter(({ asks }) => !asks).map(({ where }) => where)
  expect(
    silent.filter((where) => !exempt.has(where)),
    'read from visible_spots(viewer) or its like, or say in audiences.ts why not',
  ).toEqual([])
  const found = new Set(silent)
  expect(
    [...exempt].filter((where) => !found.has(where)),
    'exempt without need',
  ).toEqual([])
  expect(readings.length).toBeGreaterThan(70)
})

test('only one file reads exact spot positions', () => {
  const naming = listQuerying().filter((path) =>
    /(?:\b(?:from|join|update|using)\s+|\(\s*')spot_positions\b/.test(read(path)),
  )
  expect(naming.map(shorten)).toEqual(['modules/spots/positions/positions.queries.ts'])
})

test('every query of posts checks the audience of the post, not only the audience of its spot', () => {
  const exempt = new Set(Object.values({ ...NEED_NOT_ASK, ...POSTS_OF_A_SPOT }).flat())
  const readings = listQuerying().flatMap((path) =>
    readingsIn(shorten(path), read(path), ['posts'], ASKS_OF_POSTS),
  )
  const silent = readings.filter(({ asks }) => !asks).map(({ where }) => where)
  expect(
    silent.filter((where) => !exempt.has(where)),
    'read from visible_posts(viewer) or its like, or say in audiences.ts why not',
  ).toEqual([])
  expect(
    Object.values(POSTS_OF_A_SPOT)
      .flat()
      .filter((where) => !silent.includes(where)),
    'exempt without need',
  ).toEqual([])
  const planted = 'const a = () => sql`select from posts p, visible_spots(${me}) s where s.id = p.spot_id`'
  expect(readingsIn('x', planted, ['posts'], ASKS_OF_POSTS)).toEqual([{ where: 'x: a', asks: false }])
})

test('finds tables that reference a spot, and a query without a check', () => {
  expect(TABLES).toEqual(
    expect.arrayContaining(['spots', 'posts', 'saved_spots', ...Object.keys(NAME_AN_ID)]),
  )
  expect(TABLES).not.toContain('users')
  const planted = [
    'export const a = () => sql`select name from spots s where s.id = $1`',
    "const b = (db) => db.selectFrom('posts').selectAll()",
    'const c = () => sql`select from posts p join visible_spots(${me}) s on s.id = p.spot_id`',
    'const d = () => sql`delete from spots where id = $1`',
    'export async function e() { return sql`select from users join saved_spots x on true` }',
  ].join('\n')
  expect(readingsIn('x', planted, ASKED)).toEqual([
    { where: 'x: a', asks: false },
    { where: 'x: b', asks: false },
    { where: 'x: c', asks: true },
    { where: 'x: e', asks: false },
  ])
})
