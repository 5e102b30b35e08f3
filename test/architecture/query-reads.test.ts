import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, ROOT } from './files.ts'
import { ALLOWED } from './query-reads.ts'
import { guardedReadsIn, tablesIn } from './query-texts.ts'

const QUERIES = 'apps/server/queries'
const files = readdirSync(join(ROOT, QUERIES), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length))

const allowed = new Set(
  ALLOWED.flatMap(({ reads }) =>
    Object.entries(reads).flatMap(([table, names]) => names.map((name) => `${name}: ${table}`)),
  ),
)
const found = files.flatMap((name) =>
  guardedReadsIn(read(`${QUERIES}/${name}.sql`)).map((table) => `${name}: ${table}`),
)

test('statements read people’s data through a function, or query-reads.ts says why not', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((one) => !allowed.has(one))).toEqual([])
  expect(
    [...allowed].filter((one) => !found.includes(one)),
    'allowed without need',
  ).toEqual([])
  for (const { why } of ALLOWED) expect(why.length).toBeGreaterThan(15)
})

/** Maximum number of lines in a statement, which a reader can still review as a whole. */
const MAX_LINES = 150
test(`statements have at most ${MAX_LINES} lines`, () => {
  const long = files.flatMap((name) =>
    read(`${QUERIES}/${name}.sql`)
      .split('\n\n')
      .map((text) => text.split('\n').filter((line) => !line.startsWith('--')).length)
      .filter((lines) => lines > MAX_LINES)
      .map((lines) => `${name}: ${lines}`),
  )
  expect(long).toEqual([])
})

test.for([
  ['select * from posts p where p.id = $1', ['posts p']],
  ['select from visible_posts ($1::uuid) p join spots s on s.id = p.spot_id', ['spots s']],
  ['select from steward_areas area, comments as c where c.id = $1', ['comments c']],
  ['select (select l.name from "lists" l where l.id = $1) from users u', ['lists l']],
  ['with page as materialized (select id from posts) select * from page', ['posts']],
  ['select from visible_posts ($1) p left join lateral (select * from media offset 0) m on true', ['media']],
  ['update profiles set bio = $1 from discussions where true', ['profiles', 'discussions']],
  ['delete from messages using lists l where l.id = $1', ['messages', 'lists l']],
])('finds the reads of %s', ([text, expected]) => {
  expect(guardedReadsIn(text as string)).toEqual(expected)
})

test.for([
  'with posts as (select 1) select * from posts',
  "select 'from posts' from visible_posts ($1) p -- from posts",
  'select extract(epoch from posts) from visible_posts ($1) posts where a is distinct from spots',
  'select s.media, count(*) as likes from visible_spots ($1) s order by comments, likes',
])('finds no read in %s', (text) => {
  expect(guardedReadsIn(text)).toEqual([])
})

test('names every table of a text', () => {
  expect(
    tablesIn('select from a x, b, lateral (select from c) y join only d on true where e in (1, 2)'),
  ).toEqual(['a x', 'b', 'c', 'd'])
})
