import { globSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ON_OTHER_DATABASE } from './files-of-the-day.ts'

const SERVER = new URL('..', import.meta.url).pathname

test('the short run on another PostgreSQL goes through every module', () => {
  const files = globSync(ON_OTHER_DATABASE, { cwd: SERVER })
  const without = readdirSync(`${SERVER}/src/modules`).filter(
    (module) =>
      globSync(`src/modules/${module}/**/*.test.ts`, { cwd: SERVER }).length > 0 &&
      !files.some((file) => file.startsWith(`src/modules/${module}/`)),
  )
  expect(without).toEqual([])
})
