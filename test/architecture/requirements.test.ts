import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const LIST = 'docs/requirements.md'
const CALLS = 'docs/calls.md'
const THREATS = 'docs/threats.md'
const [list = '', exceptions = ''] = read(LIST).split('\n## Not proven by a test of that name\n')
const numbers = [...list.matchAll(/^- \*\*([A-Z]+-\d\d)\*\* \S/gm)].map(([, number = '']) => number)

function getAreaPrefix(number: string) {
  return number.slice(0, number.indexOf('-'))
}

const AREAS = [...new Set(numbers.map(getAreaPrefix))]
const CITED = new RegExp(`(?<![\\w-])(?:${AREAS.join('|')})-\\d\\d(?![\\w-])`, 'g')

/** Lists the requirement numbers in a text; a range ("API-05 to API-08") counts in full. */
function cited(text: string): string[] {
  return [
    ...(text.match(CITED) ?? []),
    ...[...text.matchAll(/([A-Z]+)-(\d\d) to \1-(\d\d)/g)].flatMap(([, area, first, last]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, i) => `${area}-${String(Number(first) + i).padStart(2, '0')}`,
      ),
    ),
  ]
}

const titles = repositoryFiles()
  .filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))
  .flatMap((path) => [...read(path).matchAll(/(?:\b(?:test|it|describe)(?:\.\w+)?|\))\(\s*(['`"])(.*?)\1/gs)])
  .map(([, , title = '']) => title)

/** Finds the codes at the start of a title, or at its end in brackets. */
function findCodes(title: string): string[] {
  const [head = ''] = /^(?:(?:[A-Z]+-\d\d|[A-Z]\d{1,2}):? )*/.exec(title) ?? []
  const [tail = ''] = /\((?:[A-Z]\d{1,2}(?:, )?)+\)$/.exec(title) ?? []
  return `${head} ${tail}`.match(/(?<![\w-])[A-Z]\d{1,2}(?![\w-])/g) ?? []
}

test('lists every requirement once, in order, under its area', () => {
  expect(numbers.length).toBeGreaterThan(600)
  const sections = list.split(/^## /m).slice(1)
  expect(sections.length).toBe(AREAS.length)
  for (const section of sections) {
    const own = [...section.matchAll(/^- \*\*([A-Z]+-\d\d)\*\*/gm)].map(([, number = '']) => number)
    expect(own).toEqual(own.map((_, i) => `${getAreaPrefix(own[0] ?? '')}-${String(i + 1).padStart(2, '0')}`))
  }
  const odd = list
    .split('\n')
    .filter((line) => line.startsWith('- ') && !/^- \*\*[A-Z]+-\d\d\*\* .+\.?/.test(line))
  expect(odd).toEqual([])
})

test('every mentioned requirement is listed', () => {
  expect(cited('C-99 (G-01), POST-14; not SHA-25 or AC-01')).toEqual(['C-99', 'G-01', 'POST-14'])
  const unknown = repositoryFiles()
    .filter((path) => /^(?:apps|packages|e2e|test|docs)\/|^[A-Z]+\.md$/.test(path))
    .filter((path) => /\.(?:ts|tsx|mjs|css|sql|md)$/.test(path) && !path.endsWith('requirements.test.ts'))
    .flatMap((path) =>
      cited(read(path))
        .filter((number) => !numbers.includes(number))
        .map((number) => `${path}: ${number}`),
    )
  expect(unknown).toEqual([])
})

test('a test names every requirement, or the list says why not', () => {
  const excepted = cited([...exceptions.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell).join('\n'))
  const calls = [...read(CALLS).matchAll(/^\| (API-[^|]+) \|.*\.(?:test|spec)\.ts`/gm)].map(
    ([, cell]) => cell,
  )
  const proven = new Set([...cited(titles.join('\n')), ...cited(calls.join('\n'))])
  expect(numbers.filter((number) => !proven.has(number) && !excepted.includes(number))).toEqual([])
  expect(excepted.filter((number) => proven.has(number) || !numbers.includes(number))).toEqual([])
  expect(new Set(excepted).size).toBe(excepted.length)
})

test('threat and failure codes in titles exist in docs/threats.md', () => {
  const listed = [...read(THREATS).matchAll(/^- \*\*([A-Z]\d{1,2})\*\* \S/gm)].map(([, code = '']) => code)
  expect(findCodes('E1 R12 API-15 what is slow ends')).toEqual(['E1', 'R12'])
  expect(findCodes('slow clients (L1, R12)')).toEqual(['L1', 'R12'])
  expect(findCodes('Display P3, CMYK')).toEqual([])
  const named = new Set(titles.flatMap(findCodes))
  expect([...named].filter((code) => !listed.includes(code))).toEqual([])
  expect(listed.filter((code) => !named.has(code))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})
