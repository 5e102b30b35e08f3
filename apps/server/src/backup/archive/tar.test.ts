import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
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
