import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeZip as writeZipFile } from '../../../test/makers/zip-files.ts'
import { type RawRecord, readRecords } from '../read-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-kmz-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function writeZip(name: string, files: Record<string, string>): Promise<string> {
  const path = join(folder, name)
  await writeZipFile(path, files)
  return path
}

async function read(path: string) {
  const records: RawRecord[] = []
  for await (const record of readRecords(path)) records.push(record)
  return records
}

async function readNames(path: string) {
  return (await read(path)).map(({ properties }) => String(properties.name))
}

function kml(...marks: string[]) {
  return `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('')}</Document></kml>`
}

function mark(name: string, at: string) {
  return `<Placemark><name>${name}</name><Point><coordinates>${at}</coordinates></Point></Placemark>`
}

function link(href: string, around = 'Link') {
  return `<NetworkLink><name>A list</name><${around}><href>${href}</href></${around}></NetworkLink>`
}

test('KMZ: follows links to files in the same archive, each once, and no others', async () => {
  const archive = await writeZip('links.kmz', {
    'doc.kml': kml(
      mark('Main', '2.0,41'),
      link('files/Ledges.kml'),
      link('./files/./My%20parks.kml#view'),
      link('files\\back.kml', 'Url'),
      link('/files/root.kml?x=1'),
      link('FILES/case.KML'),
      link('https://x.example/files/net.kml'),
      link('file:///files/net.kml'),
      link('../../etc/outside.kml'),
      link('100%.kml'),
      link('files/missing.kml'),
    ),
    'files/Ledges.kml': kml(mark('Ledge', '2.1,41'), link('deep/inner.kml'), link('../doc.kml')),
    'files/deep/inner.kml': kml(mark('Inner', '2.2,41'), link('../Ledges.kml'), link('inner.kml')),
    'files/My parks.kml': kml(mark('Park', '2.3,41')),
    'files/back.kml': kml(mark('Back', '2.4,41')),
    'files/root.kml': kml(mark('Root', '2.5,41')),
    'files/case.kml': kml(mark('Case', '2.6,41')),
    'files/net.kml': kml(mark('Not linked', '2.7,41')),
    '100%.kml': kml(mark('Percent', '2.8,41')),
  })
  const records = await read(archive)
  expect(records.map(({ properties }) => String(properties.name))).toEqual([
    'Main',
    'Ledge',
    'Park',
    'Back',
    'Root',
    'Case',
    'Percent',
    'Inner',
  ])
  expect(records.at(-1)?.where).toBe('files/deep/inner.kml placemark 1')
})

test('KMZ: reads all maps if there is no doc.kml, or if it leads nowhere', async () => {
  const maps = {
    'b/two.kml': kml(mark('Two', '2.2,41')),
    'a/one.KML': kml(mark('One', '2.1,41'), link('../b/two.kml')),
  }
  const junk = { '__MACOSX/a/._one.kml': 'no map', 'a/one.txt': 'no map' }
  for (const files of [
    { ...junk, ...maps },
    { 'doc.kml': kml(link('lists/elsewhere.kml'), link('https://x.example/a.kml')), ...maps },
  ]) {
    const names = await readNames(await writeZip('all.kmz', files))
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(['One', 'Two'])
  }
})

test('KMZ: a zip bomb behind a link stops the import, and circular links end', async () => {
  const bomb = await writeZip('far-bomb.kmz', {
    'doc.kml': kml(link('a.kml')),
    'a.kml': `<kml>${' '.repeat(100_000_000)}`,
  })
  await expect(read(bomb)).rejects.toThrow('longer than')
  const circle = await writeZip('circle.kmz', {
    'doc.kml': kml(link('a.kml'), link('doc.kml')),
    'a.kml': kml(link('doc.kml'), ...Array.from({ length: 1_000 }, () => link('a.kml'))),
  })
  expect(await read(circle)).toEqual([])
})
