import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type Pack, pack } from 'tar-stream'
import { expect, onTestFinished, test } from 'vitest'
import { fileEntry, packTar, type TarEntry, unpackTar } from './tar.ts'

test('while packing a base, fills a deleted file with zeros, and cuts or pads one whose size changed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nollie-tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => path.join(folder, name)
  for (const name of ['same', 'gone', 'grown', 'shorter', 'empty'])
    writeFileSync(at(name), name === 'empty' ? '' : name.repeat(300))
  async function* entries(): AsyncGenerator<TarEntry> {
    yield { name: 'out', bytes: 0, content: null }
    yield fileEntry('out/same', at('same'), 1200)
    const gone = fileEntry('out/gone', at('gone'), 1200)
    rmSync(at('gone'))
    // Lets other code run before the test reads this file.
    await new Promise(setImmediate)
    yield gone
    yield fileEntry('out/grown', at('grown'), 5)
    yield fileEntry('out/shorter', at('shorter'), 2107)
    yield fileEntry('out/empty', at('empty'), 0)
  }
  await unpackTar(Readable.from(packTar(entries())), folder, () => {})
  const read = (name: string) => readFileSync(at(path.join('out', name)), 'utf8')
  expect(read('same')).toBe('same'.repeat(300))
  expect(read('gone')).toBe('\0'.repeat(1200))
  expect(read('grown')).toBe('grown')
  expect(read('shorter')).toBe(`${'shorter'.repeat(300)}\0\0\0\0\0\0\0`)
  expect(read('empty')).toBe('')
})

/** Packs one entry with any header. */
function packOne(header: Parameters<Pack['entry']>[0]): Readable {
  const packed = pack()
  packed.entry(header, header.type === 'symlink' ? '' : 'text')
  packed.finalize()
  return Readable.from(packed)
}

test.for([
  ['above its folder', { name: '../outside' }, 'outside its folder'],
  ['at an absolute path of another folder', { name: '../../etc/outside' }, 'outside its folder'],
  [
    'that is a link',
    { name: 'link', type: 'symlink', linkname: '/etc/passwd' },
    'neither a file nor a folder',
  ],
] as const)('a base backup with an entry %s is refused', async ([, header, reason]) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nollie-tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await expect(unpackTar(packOne(header), folder, () => {})).rejects.toThrow(reason)
  expect(readdirSync(folder)).toEqual([])
})

test('a base backup that is cut off, in a file or in a header, is refused', async () => {
  const parts: Buffer[] = []
  const entry = { name: 'file', bytes: 2000, content: Readable.from([Buffer.alloc(2000)]) }
  for await (const part of packTar(Readable.from([entry]))) parts.push(part)
  for (const bytes of [200, 1500]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'nollie-tar-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const cut = Buffer.concat(parts).subarray(0, bytes)
    await expect(unpackTar(Readable.from([cut]), folder, () => {})).rejects.toThrow(/end of data/)
  }
})

test('a name of more than 100 bytes is packed and unpacked', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nollie-tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const name = 'ñ'.repeat(80)
  const entry = { name, bytes: 2, content: Readable.from([Buffer.from('ok')]) }
  await unpackTar(Readable.from(packTar(Readable.from([entry]))), folder, () => {})
  expect(readFileSync(path.join(folder, name), 'utf8')).toBe('ok')
})
