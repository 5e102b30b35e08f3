import { basename, dirname } from 'node:path/posix'
import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const inSource = repositoryFiles().filter((path) => /^(?:apps|packages)\/[^/]+\/src\//.test(path))

/** Lists the folders with more than 40 files. */
function listFullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]) => (count > 40 ? [folder] : [])).toSorted()
}

test('a folder has at most 40 files: split it by noun', () => {
  expect(listFullFolders(Array.from({ length: 41 }, (_, n) => `apps/server/src/a/${n}.ts`))).toHaveLength(1)
  expect(listFullFolders(inSource)).toEqual([
    // In order of their numbers, which no other folder may break.
    'apps/server/src/db/migrations',
    // One file per address, named after it.
    'apps/web/src/app/routes',
  ])
})

test('an index.ts has at most 80 lines, except lists', () => {
  const long = inSource
    .filter((path) => basename(path) === 'index.ts')
    .filter((path) => read(path).split('\n').length - 1 > 80)
  expect(long.toSorted()).toEqual([
    // The migrations, and the nouns of the contract.
    'apps/server/src/db/migrations/index.ts',
    'packages/contract/src/index.ts',
  ])
})
