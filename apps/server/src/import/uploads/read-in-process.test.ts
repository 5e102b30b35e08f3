import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInProcess } from './read-in-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nollie-large-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const RECORDS = 1_000
const LONG = 'x'.repeat(48_000)
/** The program needs about half of this. The file is 48 MB, and would need twice as much memory as objects. */
const MEMORY_MIB = 64

const never = new AbortController().signal

function* repeat(first: string, record: (n: number) => string, last: string): Generator<string> {
  yield first
  for (let n = 0; n < RECORDS; n++) yield record(n)
  yield last
}

async function write(name: string, text: Generator<string>): Promise<string> {
  const file = path.join(folder, name)
  await pipeline(Readable.from(text), createWriteStream(file))
  return file
}

function feature(n: number): string {
  const geometry = { type: 'Point', coordinates: [2, 41] }
  return `${n > 0 ? ',' : ''}${JSON.stringify({ type: 'Feature', geometry, properties: { name: `Park ${n}`, note: LONG } })}`
}

function writeParks(name: string): Promise<string> {
  return write(name, repeat('{"type":"FeatureCollection","features":[', feature, ']}'))
}

async function readNames(file: string, name: string, memoryMib: number): Promise<unknown[]> {
  const names: unknown[] = []
  for await (const { properties } of readInProcess(file, name, never, undefined, memoryMib))
    names.push(properties.name)
  return names
}

test('reads a file that is larger than its process’s memory, to the last record', {
  timeout: 300_000,
}, async () => {
  const file = await writeParks('a.geojson')
  const names = await readNames(file, 'a.geojson', MEMORY_MIB)
  expect([names.length, names.at(-1)]).toEqual([RECORDS, `Park ${RECORDS - 1}`])
})

test('says what to do about a file that needs too much memory', { timeout: 300_000 }, async () => {
  const file = await writeParks('b.geojson')
  await expect(readNames(file, 'b.geojson', 16)).rejects.toThrow(
    'b.geojson needs too much memory. Divide it into smaller files.',
  )
})
