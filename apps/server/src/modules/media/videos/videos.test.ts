import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkContainer } from '../formats/check-container.ts'
import { chooseVideoEncoder, findVideoEncoder } from './convert-video.ts'
import { findAddon } from './ffmpeg-addon.ts'
import { sniff } from '../formats/file-format.ts'
import { FileRefused } from '../formats/file-refused.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nollie-videos-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4))
  return bytes
}

const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'))

function mvhd(seconds: number) {
  return box('mvhd', uint32s(0, 0, 0, 1000, seconds * 1000), Buffer.alloc(80))
}

const handler = box('hdlr', uint32s(0, 0), Buffer.from('vide'), Buffer.alloc(13))

function track(...tables: Buffer[]) {
  return box(
    'trak',
    box(
      'mdia',
      handler,
      box(
        'minf',
        ...tables.filter((table) => table.includes('dinf')),
        box('stbl', ...tables.filter((table) => !table.includes('dinf'))),
      ),
    ),
  )
}

function mp4(...moov: Buffer[]) {
  return Buffer.concat([ftyp, box('moov', ...moov), box('mdat', Buffer.alloc(64))])
}

let count = 0

function write(bytes: Buffer): string {
  count += 1
  const file = join(folder, `hostile-${count}`)
  writeFileSync(file, bytes)
  return file
}

describe('checking a container before a decoder opens it', () => {
  test('D7 rejects malicious headers immediately', async () => {
    const hostile: Record<string, Buffer> = {
      'a day long': mp4(mvhd(86_400), track(box('stsz', uint32s(0, 0, 10)))),
      'a billion frames': mp4(mvhd(5), track(box('stsz', uint32s(0, 1, 1_000_000_000)))),
      'a flood of edits': mp4(mvhd(5), box('trak', box('edts', box('elst', uint32s(0, 0xffffff))))),
      'media in another file': mp4(
        mvhd(5),
        track(
          box(
            'dinf',
            box('dref', uint32s(0, 1), box('url ', uint32s(0), Buffer.from('file:///etc/passwd\0'))),
          ),
        ),
      ),
      'a compressed header': mp4(box('cmov', box('dcom', Buffer.from('zlib')), Buffer.alloc(50))),
      'a thousand tracks': mp4(mvhd(5), ...Array<Buffer>(1000).fill(track(box('stsz', uint32s(0, 0, 1))))),
      'no tracks': mp4(mvhd(5)),
      'no header': Buffer.concat([ftyp, box('mdat', Buffer.alloc(64))]),
      'a box beyond the end': Buffer.concat([
        ftyp,
        uint32s(0x7fffffff),
        Buffer.from('moov'),
        Buffer.alloc(40),
      ]),
      'a box of size 3': Buffer.concat([ftyp, uint32s(3), Buffer.from('moov'), Buffer.alloc(40)]),
      'boxes without end': Buffer.concat([ftyp, ...Array<Buffer>(30_000).fill(box('free'))]),
    }
    for (const [name, bytes] of Object.entries(hostile)) {
      expect(sniff(bytes)?.format, name).toBe('mp4')
      await expect(checkContainer(write(bytes), 'mp4'), name).rejects.toBeInstanceOf(FileRefused)
    }
    // These are rejected for their number of boxes, so they aren't read to the end.
    const endless = checkContainer(write(hostile['boxes without end'] as Buffer), 'mp4')
    await expect(endless).rejects.toMatchObject({ detail: 'too many boxes' })
    await checkContainer(write(mp4(mvhd(5), track(box('stsz', uint32s(0, 0, 10))))), 'mp4')
  })
})

test('accepts bytes after a complete file, but no second header that is cut off', async () => {
  const whole = mp4(mvhd(5), track(box('stsz', uint32s(0, 0, 10))))
  const media = box('mdat', Buffer.alloc(64))
  const header = box('moov', mvhd(5), track(box('stsz', uint32s(0, 0, 10))))
  for (const end of ['\0\0\0', '<html>uploaded</html>', '\0\0\0\x03more', '\xff\xd8\xff\xe0 a thumbnail'])
    for (const file of [whole, Buffer.concat([ftyp, media, header])])
      await checkContainer(write(Buffer.concat([file, Buffer.from(end, 'latin1')])), 'mp4')
  for (const type of ['moov', 'moof']) {
    const cut = Buffer.concat([whole, uint32s(5000), Buffer.from(type), Buffer.alloc(40)])
    await expect(checkContainer(write(cut), 'mp4'), type).rejects.toMatchObject({
      detail: `${type} does not fit`,
    })
  }
  const incomplete = Buffer.concat([ftyp, header, Buffer.from('<html>uploaded</html>')])
  await expect(checkContainer(write(incomplete), 'mp4')).rejects.toBeInstanceOf(FileRefused)
})

test('rejects a reference to another file anywhere', async () => {
  const plain = [mvhd(5), track(box('stsz', uint32s(0, 0, 10)))]
  const table = (flags: number, type = 'url ', path = 'file:///etc/passwd\0') =>
    box('dref', uint32s(0, 1), box(type, uint32s(flags), Buffer.from(path)))
  const alias = table(1, 'alis', 'x'.repeat(200))
  const long = Buffer.concat([uint32s(1), Buffer.from('dref'), uint32s(0, 60), table(0).subarray(8)])
  const later = box(
    'dref',
    uint32s(0, 2),
    box('junk', Buffer.alloc(100_000)),
    box('alis', uint32s(0), Buffer.alloc(9)),
  )
  const hostile: Record<string, Buffer> = {
    'trak/udta': mp4(mvhd(5), box('trak', box('udta', table(0)), box('mdia', handler))),
    'moov/udta': mp4(...plain, box('udta', table(0))),
    'moov/udta/meta': mp4(...plain, box('udta', box('meta', uint32s(0), table(0)))),
    moof: Buffer.concat([mp4(...plain), box('moof', box('traf', box('dinf', table(0))))]),
    'an alias that says it is none': mp4(...plain, box('udta', alias)),
    'a long header': mp4(...plain, box('udta', long)),
    'a second entry': mp4(...plain, box('udta', later)),
    'what is marked as free': Buffer.concat([ftyp, box('free', box('moov', table(0))), mp4(...plain)]),
    'a flood of tables': mp4(...plain, box('udta', Buffer.from('dref'.repeat(300)))),
  }
  for (const [name, bytes] of Object.entries(hostile))
    await expect(checkContainer(write(bytes), 'mp4'), name).rejects.toMatchObject({
      detail: 'refers to another file',
    })
  const here = box('dref', uint32s(0, 1), box('url ', uint32s(1)))
  await checkContainer(write(mp4(...plain, box('udta', here), box('name', Buffer.from('dref')))), 'mp4')
})

test('finds an encoder only where there is one', async () => {
  expect(await findVideoEncoder(folder)).toBeNull()
  expect(await findVideoEncoder('')).toBeNull()
})

test('prefers an encoder on the path to the one npm installed', async () => {
  const [program, addon] = [await findVideoEncoder(process.env.PATH ?? ''), findAddon()]
  expect((await chooseVideoEncoder(process.env.PATH ?? ''))?.encoder).toBe(program ?? addon)
  expect((await chooseVideoEncoder(folder))?.encoder).toBe(addon ?? undefined)
})
