import { basename, dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { read, repositoryFiles, sources } from './files.ts'
import { listClasses, splitSelectors, listSelectors, usedClasses, writtenClasses } from './styles.ts'

const SRC = 'apps/web/src/'
/** Style sheets for all screens, which use elements, attributes, and custom properties. */
const GLOBAL = [
  'ui/tokens.css',
  'ui/base.css',
  'ui/fonts.css',
  'ui/print.css',
  'ui/view-transitions.css',
  'app/app.css',
  'features/map/embed/page.css',
].map((name) => SRC + name)
/** The only class outside of modules, for text that only screen readers announce. */
const HIDDEN = 'sr-only'

function sheets() {
  return repositoryFiles().filter((path) => path.startsWith(SRC) && path.endsWith('.css'))
}

function modules() {
  return sheets().filter((path) => path.endsWith('.module.css'))
}

function client() {
  return sources().filter((path) => path.startsWith(SRC))
}

/** Lists the imports of style modules, as `[source, name, module]`. */
function importsOfModules(): [string, string, string][] {
  const direct = /(?:import (\w+)|export \{ default as (\w+) \}) from '(\.[^']+\.module\.css)'/g
  return client().flatMap((path) =>
    [...read(path).matchAll(direct)].map(
      ([, name = '', exported = '', from = '']): [string, string, string] => [
        path,
        name || exported,
        join(dirname(path), from),
      ],
    ),
  )
}

test('the parsers of sheets and sources find everything', () => {
  const sheet = `
    /* .not-this */
    .card, :root:has(.open) { color: red; }
    @keyframes turn { from { rotate: 0; } to { rotate: 1turn; } }
    @media (width >= 640px) { .card > [data-x="a.b"] { margin: 0.5em; } }`
  expect(listSelectors(sheet)).toEqual(['.card, :root:has(.open)', '.card > [data-x="a.b"]'])
  expect(splitSelectors(':is(.a, .b) > c, .d')).toEqual([':is(.a, .b) > c', '.d'])
  expect([...listClasses(sheet)]).toEqual(['card', 'open'])
  expect(usedClasses('a(styles.card, other.styles.no, styles.open)', 'styles')).toEqual(
    new Set(['card', 'open']),
  )
  expect(usedClasses('a(styles[name])', 'styles')).toBeNull()
  expect(
    writtenClasses('<p className="btn wide" /> <p className={`x`} /> <p className={styles.a} />'),
  ).toEqual(['btn wide', 'x'])
  expect(
    writtenClasses(
      "a.closest<HTMLElement>('.page'); b.querySelector('[x] > .photo'); c.closest(`.${looks.page}`); d.matches('[x]')",
    ),
  ).toEqual(['.page', '[x] > .photo'])
})

test('every style is in a module; global sheets have no classes', () => {
  expect(sheets().filter((path) => !path.endsWith('.module.css') && !GLOBAL.includes(path))).toEqual([])
  const classes = GLOBAL.flatMap((path) => [...listClasses(read(path))].map((name) => `${path}: .${name}`))
  expect(classes).toEqual([`${SRC}ui/base.css: .${HIDDEN}`])
})

test('a module styles only its own classes, and is in the layer of its folder', () => {
  const wrong = modules().flatMap((path) => {
    const sheet = read(path)
    return [
      ...listSelectors(sheet)
        .flatMap(splitSelectors)
        .filter((selector) => !/\.[a-zA-Z_]/.test(selector))
        .map((selector) => `${path}: ${selector} has no class`),
      ...[...sheet.matchAll(/:global|@(?:layer|import|apply|tailwind)\b|\bcomposes:/g)].map(
        ([what]) => `${path}: ${what}`,
      ),
    ]
  })
  expect(wrong).toEqual([])
})

test('module names are unique: a class is named after its module everywhere', () => {
  const names = modules().map((path) => basename(path))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('a module is used in its own folder: others use components, or the styles that ui exports', () => {
  const folder = (path: string) => path.slice(SRC.length).split('/').slice(0, 2).join('/')
  const isOwn = (from: string, to: string) =>
    ['app/', 'ui/'].some((one) => [from, to].every((path) => path.startsWith(SRC + one))) ||
    folder(from) === folder(to)
  expect(importsOfModules().filter(([from, , to]) => !isOwn(from, to))).toEqual([])
})

test('every class of a module is used, and every used class exists', () => {
  const used = new Map<string, Set<string>>()
  const wrong: string[] = []
  const takes = importsOfModules()
  const everywhere = new Map(
    takes.filter(([, name]) => name.endsWith('Look')).map(([, name, to]) => [name, to]),
  )
  for (const path of client()) {
    const source = read(path)
    const names = new Map(takes.filter(([from]) => from === path).map(([, name, to]) => [name, to]))
    for (const [name, to] of new Map([...everywhere, ...names])) {
      const found = usedClasses(source, name)
      if (!found) wrong.push(`${path}: ${name}[...]`)
      for (const one of found ?? []) used.set(to, (used.get(to) ?? new Set()).add(one))
    }
  }
  for (const path of modules()) {
    const there = listClasses(read(path))
    const wanted = used.get(path) ?? new Set()
    for (const name of there) if (!wanted.has(name)) wrong.push(`${path}: .${name} is not used`)
    for (const name of wanted) if (!there.has(name)) wrong.push(`${path}: .${name} is not there`)
  }
  expect(wrong).toEqual([])
})

test('all styles that ui exports are used', () => {
  const looks = [...read(`${SRC}ui/looks.ts`).matchAll(/^ {2}(\w+): \w+\.\w+,$/gm)].map(
    ([, name = '']) => name,
  )
  expect(looks.length).toBeGreaterThan(5)
  const worn = new Set(client().flatMap((path) => [...(usedClasses(read(path), 'looks') ?? [])]))
  expect(looks.filter((name) => !worn.has(name))).toEqual([])
})

test('no class is written as text, because its removal would not be noticed', () => {
  const wrong = client().flatMap((path) =>
    writtenClasses(read(path)).flatMap((text) => (text === HIDDEN ? [] : [`${path}: ${text}`])),
  )
  expect(wrong).toEqual([])
})
