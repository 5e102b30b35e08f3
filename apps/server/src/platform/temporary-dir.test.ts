import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { requireTemporaryDir } from './temporary-dir.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-temporary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, 'file'), '')
symlinkSync(join(folder, 'missing'), join(folder, 'link'))

test.for(['missing', 'file', 'file/below', 'link'])(
  'refuses the folder for temporary files "%s" in one line that names it',
  (name) => {
    expect(() => requireTemporaryDir(join(folder, name))).toThrow(
      /^The folder for temporary files, \S+, can't be written by \S+ \(user id \d+\)\. [^\n]*TMPDIR[^\n]*$/,
    )
  },
)

test('accepts a folder, and creates nothing in it', () => {
  const before = readdirSync(folder)
  requireTemporaryDir(folder)
  expect(readdirSync(folder)).toEqual(before)
})
