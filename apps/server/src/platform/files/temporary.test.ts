import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderIn, removeLeftFolders, renewFolder, temporaryFolder } from './temporary.ts'

const HOUR_MS = 3_600_000

test('deletes folders of killed processes, but not those that are renewed or still growing', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'nollie-parent-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const [left, renewed, written, removed] = await Promise.all([1, 2, 3, 4].map(() => temporaryFolder(parent)))
  const others = path.join(parent, 'others')
  mkdirSync(others)
  for (const folder of [left, renewed, written]) writeFileSync(path.join(folder ?? '', 'file'), 'old')
  const old = new Date(Date.now() - 3 * HOUR_MS)
  for (const folder of [left, renewed, written, others]) {
    if (folder !== others) utimesSync(path.join(folder ?? '', 'file'), old, old)
    utimesSync(folder ?? '', old, old)
  }
  // Like a move or an export that runs for hours, this writes to the same file, which doesn't change the folder's time.
  writeFileSync(path.join(written ?? '', 'file'), 'more')
  await renewFolder(renewed ?? '')
  rmSync(removed ?? '', { recursive: true })
  expect(existsSync(await folderIn(removed ?? '', 'one-'))).toBe(true)
  await removeLeftFolders(2 * HOUR_MS, parent)
  expect([left, renewed, written, removed, others].map((folder) => existsSync(folder ?? ''))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})
