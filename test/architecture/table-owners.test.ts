import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT, read, sources } from './files.ts'

/** Every module appends to outboxes through `db/`, in the same transaction as its change; one module drains them. */
const OUTBOXES = new Set(['events: db, modules/events'])

test('one module writes each table', () => {
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)'|(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?([a-z_]+)"?\s+(?:as\s+\w+\s+)?(?:set\b|\(|where\b|using\b|values\b|select\b|\w+\s+set\b)/gi
  const declared = globSync('apps/server/src/db/tables/*.ts', { cwd: ROOT }).flatMap((path) =>
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
