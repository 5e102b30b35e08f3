import { normalizeText } from '@nollie/contract'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../test/world/database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

/** Databases in which PostgreSQL's lower(), unaccent(), and character classes behave differently. */
const LOCALES = [
  { name: 'C', options: `lc_collate 'C' lc_ctype 'C'` },
  { name: 'Turkish by ICU', options: `locale_provider icu icu_locale 'tr-TR' lc_collate 'C' lc_ctype 'C'` },
  { name: 'English by ICU', options: `locale_provider icu icu_locale 'en-US' lc_collate 'C' lc_ctype 'C'` },
  {
    name: 'C.UTF-8, built in',
    options: `locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'`,
    since: 17,
  },
]

async function selectVersion(): Promise<number> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    return rows[0].version
  } finally {
    await client.end()
  }
}

async function connect(options: string) {
  const { url, close } = await emptyDatabase(options)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await close()
  })
  return { url, client }
}

const NAMES = [
  'L’Hospitalet',
  'Xi´an',
  "Coeur d'Alene",
  'ʻEwa',
  'Saint–Denis',
  'Straße ẞ Æon Œuvre Þór Łódź Đà Nẵng',
  'İstanbul ISPARTA ısı',
  'ｽｹｰﾄﾊﾟｰｸ駒沢',
  'スケートパーク',
  'ＳＫＡＴＥ　１２',
  'حَدِيقَة جميلـــة أحمد إيمان آية مصطفى',
  '٤٢ ۴۲',
  'پارک',
  'ΟΔΟΣ ὁδός',
  'Ёлка Київ Ґанок',
  'ԵՐԵՎԱՆ',
  'ᲗᲑᲘᲚᲘᲡᲘ',
  'हिन्दी',
  'ภาษาไทย',
  '서울',
  'नि्',
  `' ’`,
  ' -  A — B ',
  'a\tb\r\nc',
  '100%_\\',
]

/** A character that decomposes only as of Unicode 17, which some PostgreSQL versions don't support. */
const TOO_NEW = 0xa7f1

const BEFORE = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '035'))

test.for(LOCALES)(
  'SQL and TypeScript normalize every character identically, in a database with locale $name',
  async ({ options, since = 0 }, { skip }) => {
    const version = await selectVersion()
    skip(version < since, `PostgreSQL ${version} has no built-in locales, which need PostgreSQL ${since}.`)
    const { url, client } = await connect(options)
    await migrate(url)
    const codes = Array.from({ length: 0xffff }, (_, at) => at + 1)
    const characters = codes.filter((code) => (code < 0xd800 || code > 0xdfff) && code !== TOO_NEW)
    const texts = [...NAMES, ...characters.map((code) => `x${String.fromCodePoint(code)}Y`)]
    const { rows } = await client.query<{ text: string; folded: string; again: string }>(
      `select text, nollie_normalize(text) as folded, nollie_normalize(nollie_normalize(text)) as again
     from unnest($1::text[]) with ordinality as given (text, n) order by n`,
      [texts],
    )
    expect(rows).toHaveLength(texts.length)
    expect(rows.filter(({ text, folded }) => folded !== normalizeText(text))).toEqual([])
    expect(rows.filter(({ folded, again }) => folded !== again)).toEqual([])
    // In a Turkish database, lower('INES') isn't "ines".
    await client.query(
      `insert into sign_ups (id, email, username, display_username, password)
     values (gen_random_uuid(), 'ines@example.org', 'ines', 'INES', 'x')`,
    )
  },
)

test("the migration normalizes existing rows again, and doesn't change their modification time", async () => {
  const { url, client } = await connect('')
  await migrate(url, BEFORE)
  await client.query(`
    insert into spots (id, name, city, latitude, longitude, source, source_licence, updated_at)
      select gen_random_uuid(), 'スケートパーク ' || n, 'L’Hospitalet', 41, 2, 'a', 'b', '2020-01-01' from generate_series(1, 2500) n`)
  const stored = `select search_name, search_place, updated_at from spots order by name limit 1`
  const { rows: before } = await client.query(stored)
  await migrate(url)
  const { rows: after } = await client.query(stored)
  expect(after).toEqual([
    { search_name: 'すけーとぱーく 1', search_place: 'lhospitalet', updated_at: before[0]?.updated_at },
  ])
  const { rows } = await client.query(`select from spots where search_name <> nollie_normalize(name)`)
  expect(rows).toHaveLength(0)
})
