import { expect, test } from 'vitest'
import { read, sources } from './files.ts'

test('what a feature loads later has a file of its own: its front door, loaded later, would tear first screens apart', () => {
  const later = /import\(\s*'[^']*features\/[\w-]+\/index\.ts'|import\(\s*'\.\.\/[\w-]+\/index\.ts'/
  expect(later.test("import('../drafts/index.ts')")).toBe(true)
  const torn = sources().filter((path) => path.startsWith('apps/web/src/') && later.test(read(path)))
  expect(torn).toEqual([])
})
