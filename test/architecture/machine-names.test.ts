import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, read, repositoryFiles } from './files.ts'

test('no file names the machine it was written on', () => {
  const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Even if the clone is in the temporary folder, scripts may name that folder.
  const here = [ROOT, dirname(ROOT), homedir()].filter(
    (path) => path.length > 2 && path !== '/root' && path !== tmpdir(),
  )
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
