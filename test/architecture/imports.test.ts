import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, expect, test } from 'vitest'
import { RULES } from './rules.ts'

const ROOT = join(import.meta.dirname, '../..')
const planted = mkdtempSync(join(tmpdir(), 'nollie-planted-'))
afterAll(() => rmSync(planted, { recursive: true }))

/** Returns the violations under `baseDir`, one per line, and how many source files were read. */
async function look(baseDir: string, roots: string[]) {
  const { output } = await cruise(roots, {
    baseDir,
    // TypeScript 7 has no compiler API; without another parser, no file would be read and the test would always pass.
    parser: 'swc',
    tsPreCompilationDeps: true,
    ruleSet: { forbidden: RULES },
    validate: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/paraglide/|\\.(css|svg|png|woff2|json)$)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  })
  const { summary, modules } = output as ICruiseResult
  return {
    broken: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    files: modules.filter(
      ({ source }) => /^(apps|packages)\//.test(source) && !source.includes('node_modules'),
    ).length,
    unresolved: modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ couldNotResolve, module }) => couldNotResolve && !/[?]|^virtual:|^node:/.test(module))
        .map(({ module }) => `${source} -> ${module}`),
    ),
  }
}

test('imports follow the order in ARCHITECTURE.md', async () => {
  const { broken, files, unresolved } = await look(ROOT, [
    'apps/server/src',
    'apps/web/src',
    'packages/contract/src',
    'packages/legacy-import/src',
    'packages/sample/src',
  ])
  expect(broken).toEqual([])
  expect(unresolved).toEqual([])
  expect(files).toBeGreaterThan(60)
})

const VIOLATIONS: Record<string, Record<string, string>> = {
  'no-circles': {
    'apps/server/src/modules/spots/a.service.ts': `import { b } from './b.service.ts'; export const a = b`,
    'apps/server/src/modules/spots/b.service.ts': `import { a } from './a.service.ts'; export const b = a`,
  },
  'no-orphans': { 'apps/server/src/modules/spots/alone.ts': 'export const alone = 1' },
  'modules-front-door': {
    'apps/server/src/modules/posts/c.service.ts': `import { d } from '../spots/d.queries.ts'; export const c = d`,
    'apps/server/src/modules/spots/d.queries.ts': 'export const d = 1',
  },
  'modules-front-door-from-outside': {
    'apps/server/src/app.ts': `import { e } from './modules/spots/e.service.ts'; export const app = e`,
    'apps/server/src/modules/spots/e.service.ts': 'export const e = 1',
  },
  'modules-1-left-to-right': {
    'apps/server/src/modules/media/f.ts': `import { g } from '../spots/index.ts'; export const f = g`,
    'apps/server/src/modules/spots/index.ts': 'export const g = 1',
  },
  'accounts-sessions-left-to-right': {
    'apps/server/src/modules/accounts/sessions/f.ts': `import { g } from '../wallets/g.service.ts'; export const f = g`,
    'apps/server/src/modules/accounts/wallets/g.service.ts': 'export const g = 1',
  },
  'routes-by-index': {
    'apps/server/src/modules/spots/h.service.ts': `import { i } from './i.routes.ts'; export const h = i`,
    'apps/server/src/modules/spots/i.routes.ts': 'export const i = 1',
  },
  'readers-are-not-imported': {
    'apps/server/src/modules/feed/h.ts': `import { i } from '../map/index.ts'; export const h = i`,
    'apps/server/src/modules/map/index.ts': 'export const i = 1',
  },
  'platform-knows-no-module': {
    'apps/server/src/platform/j.ts': `import type { K } from '../modules/spots/index.ts'; export type J = K`,
    'apps/server/src/modules/spots/index.ts': 'export type K = 1',
  },
  'platform-knows-no-database': {
    'apps/server/src/platform/jobs/j.ts': `import type { K } from '../../db/k.ts'; export type J = K`,
    'apps/server/src/db/k.ts': 'export type K = 1',
  },
  'platform-front-door': {
    'apps/server/src/db/l.ts': `import { m } from '../platform/http/m.ts'; export const l = m`,
    'apps/server/src/platform/http/m.ts': 'export const m = 1',
  },
  'platform-parts-front-door': {
    'apps/server/src/platform/mail/l.ts': `import { m } from '../http/m.ts'; export const l = m`,
    'apps/server/src/platform/http/m.ts': 'export const m = 1',
  },
  'migrations-inside-db': {
    'apps/server/src/modules/spots/l.ts': `import { m } from '../../db/migrations/001.ts'; export const l = m`,
    'apps/server/src/db/migrations/001.ts': 'export const m = 1',
  },
  'sql-in-queries-only': {
    'apps/server/src/modules/spots/l.service.ts': `import { sql } from 'kysely'; export const l = sql`,
    'node_modules/kysely/package.json': '{"name":"kysely","main":"i.js"}',
    'node_modules/kysely/i.js': '',
  },
  'http-in-routes-only': {
    'apps/server/src/modules/spots/m.service.ts': `import f from 'fastify'; export const m = f`,
    'node_modules/fastify/package.json': '{"name":"fastify","main":"i.js"}',
    'node_modules/fastify/i.js': '',
  },
  'contract-imports-zod-only': {
    'packages/contract/src/n.ts': `import { x } from 'node:fs'; export const n = x`,
  },
  'sample-imports-the-contract-only': {
    'packages/sample/src/n.ts': `import { x } from 'node:fs'; export const n = x`,
  },
  'server-not-legacy-import': {
    'apps/server/src/m.ts': `import { o } from '../../../packages/legacy-import/src/o.ts'; export const m = o`,
    'packages/legacy-import/src/o.ts': 'export const o = 1',
  },
  'legacy-import-by-name': {
    'packages/legacy-import/src/p.ts': `import { q } from '../../../apps/server/src/q.ts'; export const p = q`,
    'apps/server/src/q.ts': 'export const q = 1',
  },
  'product-not-lab': {
    'apps/server/src/n.ts': `import { o } from '../../../packages/lab/bench/o.ts'; export const n = o`,
    'packages/lab/bench/o.ts': 'export const o = 1',
  },
  'web-not-server': {
    'apps/web/src/lib/o.ts': `import { p } from '../../../server/src/p.ts'; export const o = p`,
    'apps/server/src/p.ts': 'export const p = 1',
  },
  'server-not-web': {
    'apps/server/src/q.ts': `import { r } from '../../web/src/r.ts'; export const q = r`,
    'apps/web/src/r.ts': 'export const r = 1',
  },
  'web-lib': {
    'apps/web/src/lib/s.ts': `import { t } from '../ui/t.tsx'; export const s = t`,
    'apps/web/src/ui/t.tsx': 'export const t = 1',
  },
  'web-ui': {
    'apps/web/src/ui/u.tsx': `import { v } from '../features/spots/v.ts'; export const u = v`,
    'apps/web/src/features/spots/v.ts': 'export const v = 1',
  },
  'web-features': {
    'apps/web/src/features/spots/w.ts': `import { x } from '../../app/x.tsx'; export const w = x`,
    'apps/web/src/app/x.tsx': 'export const x = 1',
  },
  'features-front-door': {
    'apps/web/src/features/spots/y.ts': `import { z } from '../map/z.tsx'; export const y = z`,
    'apps/web/src/features/map/z.tsx': 'export const z = 1',
  },
  'features-front-door-from-outside': {
    'apps/web/src/app/routes/y.tsx': `import { z } from '../../features/map/z.tsx'; export const y = z`,
    'apps/web/src/features/map/z.tsx': 'export const z = 1',
  },
  'map-engine-island': {
    'apps/web/src/features/map/aa.ts': `import * as gl from 'maplibre-gl'; export const aa = gl`,
    'node_modules/maplibre-gl/package.json': '{"name":"maplibre-gl","main":"i.js"}',
    'node_modules/maplibre-gl/i.js': '',
  },
  'native-island': {
    'apps/web/src/lib/bb.ts': `import * as c from '@capacitor/core'; export const bb = c`,
    'node_modules/@capacitor/core/package.json': '{"name":"@capacitor/core","main":"i.js"}',
    'node_modules/@capacitor/core/i.js': '',
  },
  'web-without-native': {
    'apps/web/src/features/map/dd.ts': `import { ee } from '../../native/ee.ts'; export const dd = ee`,
    'apps/web/src/native/ee.ts': 'export const ee = 1',
  },
  'web-without-zod': {
    'apps/web/src/lib/cc.ts': `import { z } from 'zod'; export const cc = z`,
    'node_modules/zod/package.json': '{"name":"zod","main":"i.js"}',
    'node_modules/zod/i.js': '',
  },
}

test.for(Object.entries(VIOLATIONS))('finds a planted violation: %s', async ([rule, files]) => {
  const folder = join(planted, rule)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { broken } = await look(
    folder,
    Object.keys(files).filter((path) => !path.startsWith('node_modules')),
  )
  expect(broken.filter((line) => line.startsWith(`${rule}:`))).not.toEqual([])
})
