import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const SIDES = ['contract', 'server', 'client', 'texts', 'journeys'] as const
type Side = (typeof SIDES)[number]
type Noun = { noun: string } & Record<Side, string>

/** Walks over everything are of no noun. */
const WALKS = ['every', 'first']

const NAMED: Record<Side, RegExp> = {
  contract: /^packages\/contract\/src\/([^/]+)\//,
  server: /^apps\/server\/src\/modules\/([^/]+)\//,
  client: /^apps\/web\/src\/features\/([^/]+)\//,
  texts: /^apps\/web\/messages\/en\/([^/]+)\.json$/,
  journeys: /^e2e\/([^/]+)\.spec\.ts$/,
}

const rowsOf = (table: string): Noun[] =>
  [...table.matchAll(/^\| ([a-z-]+) \|[^|]+\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, noun = '', ...cells]) => ({
      noun,
      ...(Object.fromEntries(SIDES.map((side, at) => [side, cells[at]?.trim() ?? ''])) as Record<
        Side,
        string
      >),
    }),
  )

const isOf = (name: string, noun: string) => name === noun || name.startsWith(`${noun}-`)

/** What the table and the files say differently, as lines. */
function differences(table: readonly Noun[], files: readonly string[]): string[] {
  return SIDES.flatMap((side) => {
    const have = table.filter((row) => row[side] === 'yes').map(({ noun }) => noun)
    const found = new Set(files.flatMap((path) => NAMED[side].exec(path)?.[1] ?? []))
    const isKnown = (name: string) =>
      side === 'journeys' ? [...have, ...WALKS].some((noun) => isOf(name, noun)) : have.includes(name)
    const isThere = (noun: string) =>
      side === 'journeys' ? [...found].some((name) => isOf(name, noun)) : found.has(noun)
    return [
      ...[...found]
        .filter((name) => !isKnown(name))
        .map((name) => `${side}: ${name} is no noun of the table`),
      ...have.filter((noun) => !isThere(noun)).map((noun) => `${side}: nothing is called ${noun}`),
      ...table
        .filter((row) => row[side] !== '' && row[side] !== 'yes')
        .filter((row) => !have.includes(row[side].replace(/^in /, '')))
        .map((row) => `${side}: ${row.noun} is said to stand ${row[side]}`),
    ]
  })
}

const TABLE = rowsOf(read('docs/nouns.md'))

test('contract, server, client, texts and journeys have the nouns of docs/nouns.md, and no others', () => {
  expect(TABLE.length).toBeGreaterThan(30)
  expect(differences(TABLE, repositoryFiles())).toEqual([])
})

test.for([
  ['a contract folder', 'packages/contract/src/community/index.ts'],
  ['a module', 'apps/server/src/modules/realtime/index.ts'],
  ['a feature', 'apps/web/src/features/location/index.ts'],
  ['a file of texts', 'apps/web/messages/en/spot.json'],
  ['a journey', 'e2e/dashboard-side.spec.ts'],
])('a planted second name is found: %s', ([, path]) => {
  expect(differences(TABLE, [...repositoryFiles(), path ?? ''])).toHaveLength(1)
})

test('a noun that lost its folder is found', () => {
  const files = repositoryFiles().filter((path) => !path.startsWith('apps/web/src/features/likes/'))
  expect(differences(TABLE, files)).toEqual(['client: nothing is called likes'])
})

test('texts begin with the noun of their file', () => {
  const wrong = repositoryFiles()
    .filter((path) => NAMED.texts.test(path))
    .flatMap((path) => {
      const noun = NAMED.texts.exec(path)?.[1]?.replaceAll('-', '_') ?? ''
      return Object.keys(JSON.parse(read(path)))
        .filter((key) => key !== '$schema' && !key.startsWith(`${noun}_`))
        .map((key) => `${path}: ${key}`)
    })
  expect(wrong).toEqual([])
})

test('the files that docs/nouns.md names are there', () => {
  const files = repositoryFiles().map((path) => `/${path}`)
  const named = [...read('docs/nouns.md').matchAll(/`([\w./-]+\/[\w.-]+(?:\.tsx?|\.css|\.\*))`/g)].map(
    ([, path = '']) => `/${path.replace(/\*$/, '')}`,
  )
  expect(named.length).toBeGreaterThan(20)
  const isThere = (path: string) =>
    files.some((file) => (path.endsWith('.') ? file.includes(path) : file.endsWith(path)))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})
