import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ON_OTHER_DATABASE } from '../../scripts/lib/other-database.mjs'

const SERVER = join(import.meta.dirname, '../../apps/server')

test('every path tested on another PostgreSQL has tests', () => {
  const files = globSync('{src,test}/**/*.test.ts', { cwd: SERVER })
  expect(ON_OTHER_DATABASE.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([])
})
