import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DiskStore } from './disk-store.ts'

let root: string
let store: DiskStore
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'nollie-files-'))
  store = new DiskStore(root)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const key = 'abcdefgh234567'
const HOUR = 3600_000

test('only the owner can read a file on disk', async () => {
  await store.put(`${key}/400.webp`, Buffer.from('0123456789'))
  const path = join(root, 'ab', key, '400.webp')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(root, 'ab', key)).mode & 0o777).toBe(0o700)
})

test('a failed write leaves no temporary file', async () => {
  await expect(store.put(`${key}/400.avif`, { path: join(root, 'missing') })).rejects.toThrow('ENOENT')
  expect(readdirSync(join(root, 'ab', key))).toEqual(['400.webp'])
})

test('R1 deletes files left by a killed writer once they are old', async () => {
  const left = join(root, 'ab', key, '.new-0123456789abcdef')
  writeFileSync(left, 'half')
  expect(await store.removeTemporary(HOUR)).toBe(0)
  utimesSync(left, new Date(0), new Date(0))
  expect(await store.removeTemporary(HOUR)).toBe(1)
  expect(await store.stat(`${key}/400.webp`)).not.toBeNull()
})

test("deletes a key's folder with its last file", async () => {
  await store.remove(`${key}/400.webp`)
  expect(readdirSync(join(root, 'ab'))).toEqual([])
})
