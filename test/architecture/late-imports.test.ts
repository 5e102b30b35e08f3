import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

test('lazily loaded code has its own file, because a lazily loaded index would split first screens', () => {
  const later = /import\(\s*'[^']*features\/[\w-]+\/index\.ts'|import\(\s*'(?:\.\.\/){1,2}[\w-]+\/index\.ts'/
  expect(later.test("import('../drafts/index.ts')")).toBe(true)
  const torn = sources().filter((path) => path.startsWith('apps/web/src/') && later.test(read(path)))
  expect(torn).toEqual([])
})
