import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const SIDES = ['contract', 'server', 'client', 'texts', 'journeys'] as const
type Side = (typeof SIDES)[number]
type Noun = { noun: string } & Record<Side, string>

/** Prefixes of tests that cover all nouns and so belong to none. */
const WALKS = ['every', 'first']

const NAMED: Record<Side, RegExp> = {
  contract: /^packages\/contract\/src\/([^/]+)\//,
  server: /^apps\/server\/src\/modules\/([^/]+)\//,
  client: /^apps\/web\/src\/features\/([^/]+)\//,
  texts: /^apps\/web\/messages\/en\/([^/]+)\.json$/,
  journeys: /^e2e\/([^/]+)\.spec\.ts$/,
}

/** Parses a noun's folders: `all`, single sides, and sides that are in another noun's folder. */
function parseFolders(cell: string): Record<Side, string> {
  const folders = Object.fromEntries(SIDES.map((side) => [side, ''])) as Record<Side, string>
  for (const part of cell.split(';').map((text) => text.trim())) {
    const [, side = '', other] = /^([a-z]+)(?: in ([a-z-]+))?$/.exec(part) ?? []
    if (part === 'all') for (const each of SIDES) folders[each] = 'yes'
    else if (side in folders) folders[side as Side] = other ? `in ${other}` : 'yes'
    else throw new Error(`docs/nouns.md: ${part} is not a folder`)
  }
  return folders
}

function parseRows(page: string): Noun[] {
  const table = page.slice(page.indexOf('| Noun |'))
  return [...table.matchAll(/^\| ([a-z-]+) \|[^|]+\|([^|]+)\|$/gm)].map(([, noun = '', folders = '']) => ({
    noun,
    ...parseFolders(folders),
  }))
}

function belongsTo(name: string, noun: string) {
  return name === noun || name.startsWith(`${noun}-`)
}

/** Lists the differences between the table and the files. */
function differences(table: readonly Noun[], files: readonly string[]): string[] {
  return SIDES.flatMap((side) => {
    const have = table.filter((row) => row[side] === 'yes').map(({ noun }) => noun)
    const found = new Set(files.flatMap((path) => NAMED[side].exec(path)?.[1] ?? []))
    const isKnown = (name: string) =>
      side === 'journeys' ? [...have, ...WALKS].some((noun) => belongsTo(name, noun)) : have.includes(name)
    const isThere = (noun: string) =>
      side === 'journeys' ? [...found].some((name) => belongsTo(name, noun)) : found.has(noun)
    return [
      ...[...found]
        .filter((name) => !isKnown(name))
        .map((name) => `${side}: ${name} is not a noun of the table`),
      ...have.filter((noun) => !isThere(noun)).map((noun) => `${side}: no folder for ${noun}`),
      ...table
        .filter((row) => row[side] !== '' && row[side] !== 'yes')
        .filter((row) => !have.includes(row[side].replace(/^in /, '')))
        .map((row) => `${side}: ${row.noun} is ${row[side]}, which has no folder`),
    ]
  })
}

const TABLE = parseRows(read('docs/nouns.md'))

test('contract, server, client, texts and journeys have the nouns in docs/nouns.md, and no others', () => {
  expect(TABLE.length).toBeGreaterThan(30)
  expect(differences(TABLE, repositoryFiles())).toEqual([])
})

test('refuses an unknown folder in the table', () => {
  expect(() => parseRows('| Noun |\n| likes | likes | all; clients |')).toThrow('clients is not a folder')
})

test.for([
  ['a contract folder', 'packages/contract/src/community/index.ts'],
  ['a module', 'apps/server/src/modules/realtime/index.ts'],
  ['a feature', 'apps/web/src/features/location/index.ts'],
  ['a file of texts', 'apps/web/messages/en/spot.json'],
  ['a journey', 'e2e/dashboard-side.spec.ts'],
])('finds a planted folder without a noun: %s', ([, path]) => {
  expect(differences(TABLE, [...repositoryFiles(), path ?? ''])).toHaveLength(1)
})

test('finds a noun without its folder', () => {
  const files = repositoryFiles().filter((path) => !path.startsWith('apps/web/src/features/likes/'))
  expect(differences(TABLE, files)).toEqual(['client: no folder for likes'])
})

test('text keys start with the noun of their file', () => {
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

test('every file named in docs/nouns.md exists', () => {
  const files = repositoryFiles().map((path) => `/${path}`)
  const named = [...read('docs/nouns.md').matchAll(/`([\w./-]+\/[\w.-]+(?:\.tsx?|\.css|\.\*))`/g)].map(
    ([, path = '']) => `/${path.replace(/\*$/, '')}`,
  )
  expect(named.length).toBeGreaterThan(20)
  const isThere = (path: string) =>
    files.some((file) => (path.endsWith('.') ? file.includes(path) : file.endsWith(path)))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})
