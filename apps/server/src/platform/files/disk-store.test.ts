import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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

test('a file comes back whole and in parts, readable by its owner alone', async () => {
  expect(await store.put(`${key}/400.webp`, Buffer.from('0123456789'))).toBe(10)
  expect(await store.put(`${key}/video.mp4`, Readable.from([Buffer.from('abc'), Buffer.from('def')]))).toBe(6)
  expect((await buffer(store.read(`${key}/400.webp`))).toString()).toBe('0123456789')
  expect((await buffer(store.read(`${key}/400.webp`, { start: 2, end: 4 }))).toString()).toBe('234')
  expect(await store.stat(`${key}/400.webp`)).toMatchObject({ size: 10 })
  const path = join(root, 'ab', key, '400.webp')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(root, 'ab', key)).mode & 0o777).toBe(0o700)
})

test('a file that cannot be written whole leaves the old one and nothing else', async () => {
  await store.put(`${key}/400.avif`, Buffer.from('old'))
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the sender went away')
    })(),
  )
  await expect(store.put(`${key}/400.avif`, broken)).rejects.toThrow('went away')
  expect((await buffer(store.read(`${key}/400.avif`))).toString()).toBe('old')
  expect(readdirSync(join(root, 'ab', key)).filter((name) => name.startsWith('.'))).toEqual([])
})

test('E3 A5 names that lead elsewhere are refused', async () => {
  const names = ['../x', `${key}/../../x`, `${key}/.hidden`, '/etc/passwd', `${key}/a/b`, `${key}\\x/y`]
  for (const name of [...names, `${key}/a\0b`, 'ABCDEFGHIJ/x', `${key}/`, '']) {
    await expect(store.put(name, Buffer.from('x')), name).rejects.toThrow('of this store')
    await expect(store.stat(name), name).rejects.toThrow('of this store')
    expect(() => store.read(name), name).toThrow('of this store')
  }
})

test('keys are listed for the collector and removed with all their files', async () => {
  await store.put('zzzzzzzz234567/400.webp', Buffer.from('x'))
  const keys: string[] = []
  for await (const found of store.keys()) keys.push(found.key)
  expect(keys.sort()).toEqual([key, 'zzzzzzzz234567'])
  await store.removeKey('zzzzzzzz234567')
  await store.removeKey('zzzzzzzz234567')
  expect(await store.stat('zzzzzzzz234567/400.webp')).toBeNull()
})

test('R1 what a killed writer left is removed once it is old', async () => {
  const left = join(root, 'ab', key, '.new-0123456789abcdef')
  writeFileSync(left, 'half')
  expect(await store.removeTemporary()).toBe(0)
  utimesSync(left, new Date(0), new Date(0))
  expect(await store.removeTemporary()).toBe(1)
  expect(await store.stat(`${key}/400.webp`)).not.toBeNull()
})
