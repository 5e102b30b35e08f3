import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, read } from './files.ts'

test('what a day draws of the server names test files that exist', () => {
  const patterns = [...read('apps/server/test/files-of-the-day.ts').matchAll(/'((?:src|test)\/[^']+)'/g)]
  expect(patterns.length).toBeGreaterThan(20)
  const missing = patterns.flatMap(([, pattern = '']) => {
    const [, names = ''] = /\{([^}]+)\}/.exec(pattern) ?? []
    const found = globSync(pattern, { cwd: join(ROOT, 'apps/server') })
    return found.length < names.split(',').length ? [pattern] : []
  })
  expect(missing).toEqual([])
})
