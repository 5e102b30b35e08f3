import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyModule } from '../../src/module.ts'
import { MODULES } from '../world/modules.ts'

const SRC = join(import.meta.dirname, '../../src')
/** Modules that have no noun. They are files next to app.ts. */
const BESIDE_APP = ['system', 'web-client']

const folders = readdirSync(join(SRC, 'modules')).toSorted()
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

test('the server’s list contains each folder in modules/ once', () => {
  expect(MODULES.map(({ name }) => name).toSorted()).toEqual([...folders, ...BESIDE_APP].toSorted())
})

test.each(folders)('modules/%s exports one module from index.ts, which is on the list', async (folder) => {
  const exported = Object.values((await import(`../../src/modules/${folder}/index.ts`)) as object)
  const modules = exported.filter((value) => Object.hasOwn(Object(value), 'with'))
  expect(modules).toEqual([MODULES.find(({ name }) => name === folder)])
})

test('a module only uses modules before it in the list', () => {
  const before = new Set<AnyModule>()
  for (const module of MODULES) {
    expect(Object.values(module.uses ?? {}).filter((used) => !before.has(used))).toEqual([])
    before.add(module)
  }
})

const REGISTERS = /\bjobs\.(?:work|every|rollup)\(/

test('work is declared; only module.ts registers it', () => {
  expect("deps.jobs.every('old rows', 60, sweep)").toMatch(REGISTERS)
  const registering = sources.filter(({ text }) => REGISTERS.test(text)).map(({ path }) => path)
  expect(registering).toEqual(['module.ts'])
})

const KINDS =
  /\b(?:mailJob|mailLookupJob)(?:<[^>]*>)?\(\s*'([\w-]+)'|\bjobKind(?:<[^(]*>)?\(\{\s*name:\s*'([\w-]+)'/g

test('each kind of job is handled by one module', () => {
  const kinds = sources.flatMap(({ text }) =>
    [...text.matchAll(KINDS)].map(([, mail = '', other = '']) => mail || other),
  )
  expect(kinds.length).toBeGreaterThan(6)
  const done = MODULES.flatMap(({ jobs = [] }) => jobs.map(({ kind }) => kind))
  expect(done.toSorted()).toEqual(kinds.toSorted())
})

/** Matches file names with a verb but no noun. */
const VERB_ALONE =
  /\/(?:add|change|decide|delete|edit|find|hide|list|move|remove|rollup|save|send|show|update)(?:\.\w+)*\.ts$/

test('a module’s file name describes its content', () => {
  expect('modules/posts/change.queries.ts').toMatch(VERB_ALONE)
  expect('modules/posts/edit/edit-post.queries.ts').not.toMatch(VERB_ALONE)
  const files = readdirSync(join(SRC, 'modules'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((path) => VERB_ALONE.test(path))).toEqual([])
})
