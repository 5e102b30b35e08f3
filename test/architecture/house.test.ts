import { existsSync, globSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, read, repositoryFiles, sources } from './files.ts'

test('no source file is longer than 400 lines', () => {
  const long = sources()
    .map((path) => [path, read(path).split('\n').length] as const)
    .filter(([, lines]) => lines > 400)
  expect(long).toEqual([])
})

/** Outboxes are appended to by every module, through `db/`, in the transaction of the change; one module empties them. */
const OUTBOXES = new Set(['events: db, modules/events'])

test('each table has one module that writes it', () => {
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)'|(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?([a-z_]+)"?\s+(?:as\s+\w+\s+)?(?:set\b|\(|where\b|using\b|values\b|select\b|\w+\s+set\b)/gi
  const declared = globSync('apps/server/src/db/tables-*.ts', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/^export type \w+Tables = \{\n([^}]*)\}/gm)].flatMap(([, rows = '']) => [
      ...rows.matchAll(/^ {2}(\w+):/gm),
    ]),
  )
  const tables = new Set(declared.map(([, name]) => name))
  expect(tables.size).toBeGreaterThan(100)
  const writers = new Map<string, Set<string>>()
  for (const path of sources()) {
    const owner = /^apps\/server\/src\/((?:modules|platform)\/[^/]+|db)\//.exec(path)?.[1]
    if (!owner || /\.test\.ts$|\/db\/migrations\//.test(path)) continue
    for (const [, built, written] of read(path).matchAll(writes)) {
      const table = (built ?? written ?? '').split(' ')[0] ?? ''
      if (!tables.has(table)) continue
      writers.set(table, (writers.get(table) ?? new Set()).add(owner))
    }
  }
  const shared = [...writers]
    .filter(([, owners]) => owners.size > 1)
    .map(([table, owners]) => `${table}: ${[...owners].sort().join(', ')}`)
    .filter((line) => !OUTBOXES.has(line))
  expect(shared).toEqual([])
  expect([...writers.keys()]).toContain('rate_counts')
})

/** Files that the recipes of CONTRIBUTING.md make up. */
const EXAMPLE = /\bvisits\b/

test('documents name only commands and files that exist', () => {
  const scriptsOf = (folder: string): string[] => {
    const file = join(ROOT, folder, 'package.json')
    if (existsSync(file)) return Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {})
    return folder === '.' ? [] : scriptsOf(dirname(folder))
  }
  const wrong: string[] = []
  const files = repositoryFiles()
  for (const path of files.filter((name) => name.endsWith('.md'))) {
    const text = read(path)
    const commands = /\bnpm (?:run ([\w:-]+)|(start|test)\b)(?: -w ([\w/-]+))?/g
    for (const [command, run, plain, workspace] of text.matchAll(commands)) {
      if (!scriptsOf(workspace ?? dirname(path)).includes(run ?? plain ?? ''))
        wrong.push(`${path}: ${command}`)
    }
    for (const [, name = ''] of text.matchAll(/`((?:[\w@-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|sql|css))`/g)) {
      if (!EXAMPLE.test(name) && !files.some((file) => file === name || file.endsWith(`/${name}`)))
        wrong.push(`${path}: ${name}`)
    }
    for (const [, link] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
      if (!existsSync(join(ROOT, dirname(path), link ?? ''))) wrong.push(`${path}: ${link}`)
    }
  }
  expect(wrong).toEqual([])
})

test('nothing names the machine it was written on', () => {
  const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const here = [ROOT, dirname(ROOT), homedir()].filter((path) => path.length > 2 && path !== '/root')
  const machine = new RegExp(
    [
      ...here.map((path) => `(?<![\\w./-])${escape(path)}/`),
      '(?<![\\w.-])/(?:home|Users)/[a-z]\\w+/',
      '"resolved": "https?:(?!//registry\\.npmjs\\.org/)',
    ].join('|'),
  )
  const found = repositoryFiles()
    .filter((path) =>
      /\.(ts|tsx|mjs|js|json|md|css|html|ya?ml|svg|txt|csv|sh)$|^\.[\w.]+$|^\.ci\//.test(path),
    )
    .filter((path) => machine.test(read(path)))
  expect(found).toEqual([])
})

test('dependencies are pinned exactly', () => {
  const loose = [
    'package.json',
    ...repositoryFiles().filter((path) => /^(apps|packages|tools)\/[^/]+\/package\.json$/.test(path)),
  ].flatMap((path) => {
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(path))
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(String(version)))
      .map(([name, version]) => `${path}: ${name} ${String(version)}`)
  })
  expect(loose).toEqual([])
})

/**
 * Refuse what is too much before there is a route, find a file by the address, and serve one address alone; everything else
 * asks the matched route, for one route has many spellings.
 */
const READS_ADDRESSES = [
  'apps/server/src/platform/http/overload.ts',
  'apps/server/src/platform/http/serve-web-client.ts',
  'apps/server/src/platform/telemetry/metrics-server.ts',
]
const RAW_ADDRESS =
  /\b(?:request|req)(?:\.raw)?\.(?:url|originalUrl)\b|\b(?:url|originalUrl)\b[^=()\n]*\}\s*=\s*(?:request|req)\b(?!\.)/

test('no guard reads the raw address of a request', () => {
  expect("if (request.url.startsWith('/api/')) return").toMatch(RAW_ADDRESS)
  expect('const { url, method } = request').toMatch(RAW_ADDRESS)
  expect('const { url = "" } = request.routeOptions').not.toMatch(RAW_ADDRESS)
  const readers = sources().filter(
    (path) =>
      path.startsWith('apps/server/src/') && !path.endsWith('.test.ts') && RAW_ADDRESS.test(read(path)),
  )
  expect(readers.toSorted()).toEqual(READS_ADDRESSES)
})

test('the pass on another database names test files that exist', () => {
  const patterns = [...read('apps/server/vitest.config.ts').matchAll(/'((?:src|test)\/[^']+)'/g)]
  expect(patterns.length).toBeGreaterThan(20)
  const missing = patterns.flatMap(([, pattern = '']) => {
    const [, names = ''] = /\{([^}]+)\}/.exec(pattern) ?? []
    const found = globSync(pattern, { cwd: join(ROOT, 'apps/server') })
    return found.length < names.split(',').length ? [pattern] : []
  })
  expect(missing).toEqual([])
})

test('ADS-03 the place for ads is on the dashboard alone, in its list or in the column beside it', () => {
  const users = sources().filter(
    (path) =>
      path.startsWith('apps/web/src/') &&
      !path.startsWith('apps/web/src/features/ads/') &&
      /<AdPlace\b/.test(read(path)),
  )
  expect(users.toSorted()).toEqual([
    'apps/web/src/app/routes/dashboard.tsx',
    'apps/web/src/features/feed/feed-side.tsx',
  ])
})

test('what a feature loads later has a file of its own: its front door, loaded later, would tear first screens apart', () => {
  const later = /import\(\s*'[^']*features\/[\w-]+\/index\.ts'|import\(\s*'\.\.\/[\w-]+\/index\.ts'/
  expect(later.test("import('../drafts/index.ts')")).toBe(true)
  const torn = sources().filter((path) => path.startsWith('apps/web/src/') && later.test(read(path)))
  expect(torn).toEqual([])
})
