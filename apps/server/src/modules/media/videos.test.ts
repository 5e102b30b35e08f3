import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repeatedVideo } from '../../../test/hostile-files.ts'
import { hasFfmpeg, makeVideo } from '../../../test/media-files.ts'
import { checkContainer } from './check-container.ts'
import { FileRefused } from './file-refused.ts'
import { sniff, sniffFile } from './file-format.ts'
import { findAddon } from './ffmpeg-addon.ts'
import { chooseVideoEncoder, findVideoEncoder, VideoEncoder } from './convert-video.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nollie-videos-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const uint32s = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4))
  return bytes
}
const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'))
const mvhd = (seconds: number) => box('mvhd', uint32s(0, 0, 0, 1000, seconds * 1000), Buffer.alloc(80))
const handler = box('hdlr', uint32s(0, 0), Buffer.from('vide'), Buffer.alloc(13))
const track = (...tables: Buffer[]) =>
  box(
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
const mp4 = (...moov: Buffer[]) => Buffer.concat([ftyp, box('moov', ...moov), box('mdat', Buffer.alloc(64))])
let count = 0
const write = (bytes: Buffer): string => {
  count += 1
  const file = join(folder, `hostile-${count}`)
  writeFileSync(file, bytes)
  return file
}

const videos = new Map<string, Promise<string>>()
/** A video of this name, made at the first request, for the tests of both tools. */
const shared = (name: string, make: (path: string) => Promise<string>): Promise<string> => {
  const video = videos.get(name) ?? make(join(folder, name))
  videos.set(name, video)
  return video
}

describe('the check of a container before a decoder opens it', () => {
  test('D7 hostile headers are refused at once', async () => {
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
    // Refused for their number, so they were not read to the end.
    const endless = checkContainer(write(hostile['boxes without end'] as Buffer), 'mp4')
    await expect(endless).rejects.toMatchObject({ detail: 'too many boxes' })
    await checkContainer(write(mp4(mvhd(5), track(box('stsz', uint32s(0, 0, 10))))), 'mp4')
  })
})

test('a reference to another file is refused wherever it stands', async () => {
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

test('an encoder is found only where there is one', async () => {
  expect(await findVideoEncoder(folder)).toBeNull()
  expect(await findVideoEncoder('')).toBeNull()
})

const TOOLS = [
  { name: 'the program', path: await findVideoEncoder(process.env.PATH ?? '') },
  { name: 'the package', path: findAddon() },
].map(({ name, path }) => ({ name: hasFfmpeg && path ? name : `${name} (skipped: it is not here)`, path }))

test('an encoder on the path is preferred to the one npm installed', async () => {
  const [program, addon] = TOOLS
  expect((await chooseVideoEncoder(process.env.PATH ?? ''))?.encoder).toBe(program?.path ?? addon?.path)
  expect((await chooseVideoEncoder(folder))?.encoder).toBe(addon?.path ?? undefined)
})

// The clips are made with this machine's ffmpeg; without it these tests are skipped.
const describeTool = (name: string, path: string | null) => {
  describe.skipIf(!hasFfmpeg || path === null)(`videos with ${name}`, { timeout: 60_000 }, () => {
    let encoder: VideoEncoder
    beforeAll(() => {
      encoder = new VideoEncoder(path ?? '')
    })
    const make = async (file: string) => {
      const kind = await sniffFile(file)
      if (!kind) throw new Error('not sniffed')
      await checkContainer(file, kind.format)
      const video = await encoder.open(file, kind.format)
      const poster = `${file}.poster.png`
      const target = `${file}.out.mp4`
      await encoder.poster(video, poster)
      return { facts: await encoder.encode(video, target), poster, target, format: kind.format }
    }
    const streamsOf = async (file: string) => {
      const shown = [
        '-v',
        'error',
        '-show_entries',
        'stream=codec_name,profile,pix_fmt,width,height,color_transfer:stream_tags:format_tags',
        '-of',
        'json',
      ]
      const { stdout } = await promisify(execFile)('ffprobe', [...shown, file])
      return JSON.parse(stdout) as {
        streams: Record<string, unknown>[]
        format: { tags?: Record<string, string> }
      }
    }

    test.each([
      ['phone.mov', ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1']],
      ['phone.mp4', ['-c:v', 'libx264']],
      ['browser.webm', ['-c:v', 'libvpx', '-c:a', 'libvorbis']],
    ])('%s becomes H.264 and AAC, with a poster, without its place', async (name, args) => {
      const file = await shared(name, (path) => makeVideo(path, args))
      expect(readFileSync(file).toString('latin1')).toMatch(/41\.2203/)
      const { facts, poster, target } = await make(file)
      expect(facts).toMatchObject({ width: 320, height: 180 })
      expect(facts.duration).toBeCloseTo(1, 0)
      expect(await sharp(poster).metadata()).toMatchObject({ width: 320, height: 180 })
      const { streams, format } = await streamsOf(target)
      expect(streams).toMatchObject([
        { codec_name: 'h264', profile: 'High', pix_fmt: 'yuv420p' },
        { codec_name: 'aac' },
      ])
      expect(JSON.stringify(format.tags)).not.toMatch(/location|comment|encoder|creation/i)
      const bytes = readFileSync(target)
      expect(bytes.toString('latin1')).not.toMatch(/41\.2203|96\.0716|Hidden Caption|\xa9xyz|com\.apple/)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      expect(readFileSync(poster).toString('latin1')).not.toMatch(/41\.2203|Hidden Caption/)
    })

    test('a turned video plays upright, a large one at 1920 px', async () => {
      const fast = ['-c:v', 'libx264', '-preset', 'ultrafast']
      const large = await shared('large.mp4', (path) =>
        makeVideo(path, fast, { size: '2560x1440', seconds: 0.2 }),
      )
      const turned = join(folder, 'turned.mp4')
      await promisify(execFile)('ffmpeg', [
        '-v',
        'error',
        '-y',
        '-i',
        large,
        '-c',
        'copy',
        '-metadata:s:v',
        'rotate=90',
        turned,
      ])
      const { facts, poster } = await make(turned)
      const upright =
        facts.height > facts.width ? { width: 1080, height: 1920 } : { width: 1920, height: 1080 }
      expect(facts).toMatchObject(upright)
      expect(await sharp(poster).metadata()).toMatchObject(upright)
    })

    test('high dynamic range becomes standard colours, not pale ones', async () => {
      const hlg = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:log-level=none'
      const args = ['-c:v', 'libx265', '-x265-params', hlg, '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1']
      const file = await shared('hdr.mov', (path) => makeVideo(path, args, { seconds: 0.2 }))
      const { facts, target, poster } = await make(file)
      expect(facts).toMatchObject({ width: 320, height: 180 })
      const { streams } = await streamsOf(target)
      expect(streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p' })
      expect(['bt709', undefined]).toContain(streams[0]?.color_transfer)
      expect((await sharp(poster).stats()).entropy).toBeGreaterThan(1)
    })

    test('D7 a playlist called .mp4 reaches neither files nor the network, even past the detection', async () => {
      let hits = 0
      const listener = createServer((_request, response) => {
        hits += 1
        response.end()
      })
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
      const { port } = listener.address() as AddressInfo
      const canary = join(folder, 'canary')
      writeFileSync(canary, 'CANARY')
      const playlists = [
        `#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:${port}/x.ts\n#EXTINF:1,\nfile://${canary}\n#EXT-X-ENDLIST\n`,
        `ffconcat version 1.0\nfile 'http://127.0.0.1:${port}/x.mp4'\nfile '${canary}'\n`,
      ]
      for (const text of playlists) {
        expect(sniff(Buffer.from(text))).toBeNull()
        for (const format of ['mp4', 'webm'] as const)
          await expect(encoder.open(write(Buffer.from(text)), format)).rejects.toBeInstanceOf(FileRefused)
      }
      expect(hits).toBe(0)
      listener.close()
    })

    test('too many pixels in all frames together are refused before any is converted', async () => {
      const size = { width: 5760, height: 5760 }
      const repeated = (name: string, frames: number) =>
        shared(name, (path) => repeatedVideo(path, { ...size, frames, distinct: 1 }))
      const under = await repeated('under.mp4', 100)
      expect((await encoder.open(under, 'mp4')).pixels).toBe(5760 * 5760 * 100)
      const over = await repeated('over.mp4', 2420)
      await expect(encoder.open(over, 'mp4')).rejects.toThrow('This video is too large to convert.')
    })

    test('R15 truncated and pictureless files are refused with a readable message', async () => {
      const whole = await shared('whole.mp4', (path) => makeVideo(path, ['-c:v', 'libx264']))
      const bytes = readFileSync(whole)
      const cut = write(bytes.subarray(0, bytes.length >> 1))
      await expect(make(cut)).rejects.toBeInstanceOf(FileRefused)
      const sound = join(folder, 'sound.mp4')
      await promisify(execFile)('ffmpeg', [
        '-v',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-i',
        'sine=d=1',
        '-c:a',
        'aac',
        sound,
      ])
      await expect(make(sound)).rejects.toThrow('There are no pictures in this video')
    })

    test('R17 an aborted job leaves no process behind', async () => {
      const of = { width: 1280, height: 720, frames: 300, pattern: 'testsrc2' }
      const long = await shared('long.mp4', (path) => repeatedVideo(path, of))
      const stop = new AbortController()
      const video = await encoder.open(long, 'mp4')
      const target = join(folder, 'killed.mp4')
      const job = encoder.encode(video, target, stop.signal)
      setTimeout(() => stop.abort(), 400)
      await expect(job).rejects.toThrow('called off')
      const size = existsSync(target) ? statSync(target).size : 0
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(existsSync(target) ? statSync(target).size : 0).toBe(size)
    })

    test('D5 mutated videos end in a readable message or in a video, never in anything else', async () => {
      const seed = readFileSync(
        await shared('seed.mp4', (path) =>
          makeVideo(path, ['-c:v', 'libx264'], { size: '64x64', seconds: 0.3 }),
        ),
      )
      let state = 7
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state % below
      }
      for (let i = 0; i < 12; i += 1) {
        const bytes = Buffer.from(seed)
        const moov = bytes.indexOf('moov')
        for (let n = 0; n < 6; n += 1)
          bytes[(random(2) ? moov : 32) + random(bytes.length - moov - 8)] = random(256)
        await make(write(bytes)).catch((error: unknown) => expect(error).toBeInstanceOf(FileRefused))
      }
    }, 120_000)
  })
}
for (const { name, path } of TOOLS) describeTool(name, path)
