import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkContainer } from '../../src/modules/media/formats/check-container.ts'
import { VideoEncoder } from '../../src/modules/media/videos/convert-video.ts'
import { sniff, sniffFile } from '../../src/modules/media/formats/file-format.ts'
import { FileRefused } from '../../src/modules/media/formats/file-refused.ts'
import { repeatedVideo } from './hostile-files.ts'
import { hasFfmpeg, makeVideo } from './media-files.ts'

/**
 * Defines the same video tests for each tool. The videos are made with ffmpeg. If it isn't installed, the tests are
 * skipped.
 */
export function testVideosWith(name: string, path: string | null): void {
  const isHere = hasFfmpeg && path !== null
  describe.skipIf(!isHere)(`videos with ${name}${isHere ? '' : ' (skipped: not installed)'}`, () => {
    let encoder: VideoEncoder
    let folder = ''
    let count = 0
    beforeAll(() => {
      encoder = new VideoEncoder(path ?? '')
      folder = mkdtempSync(join(tmpdir(), 'nollie-videos-'))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const write = (bytes: Buffer): string => {
      count += 1
      const file = join(folder, `hostile-${count}`)
      writeFileSync(file, bytes)
      return file
    }

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
    const probeStreams = async (file: string) => {
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
    ])('%s becomes H.264 and AAC, with a poster and without its position', async (name, args) => {
      const file = await makeVideo(join(folder, name), args)
      expect(readFileSync(file).toString('latin1')).toMatch(/41\.2203/)
      const { facts, poster, target } = await make(file)
      expect(facts).toMatchObject({ width: 320, height: 180 })
      expect(facts.duration).toBeCloseTo(1, 0)
      expect(await sharp(poster).metadata()).toMatchObject({ width: 320, height: 180 })
      const { streams, format } = await probeStreams(target)
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

    test('a rotated video plays upright, and a large one is scaled to 1920 px', async () => {
      const fast = ['-c:v', 'libx264', '-preset', 'ultrafast']
      const large = await makeVideo(join(folder, 'large.mp4'), fast, { size: '2560x1440', seconds: 0.2 })
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

    const FAST = ['-c:v', 'libx264', '-preset', 'ultrafast']
    const run = (...args: string[]) => promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args])
    const pictures = (frames: number) => [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=320x180:r=30',
      '-frames:v',
      String(frames),
    ]

    test.for([1, 2, 3])('a video of %d frames has a poster and plays', async (frames) => {
      for (const ending of ['mp4', 'mov', 'webm']) {
        const file = join(folder, `frames-${frames}.${ending}`)
        await run(...pictures(frames), ...(ending === 'webm' ? ['-c:v', 'libvpx'] : FAST), file)
        const { facts, poster } = await make(file)
        expect(facts, ending).toMatchObject({ width: 320, height: 180 })
        expect(facts.duration, ending).toBeLessThan(0.5)
        expect(await sharp(poster).metadata(), ending).toMatchObject({ width: 320, height: 180 })
      }
    })

    test('a single frame that lasts a minute has a poster and plays', async () => {
      const file = join(folder, 'long-frame.mp4')
      await run(...pictures(1), '-vf', 'settb=1,setpts=0', ...FAST, '-r', '1/60', file)
      const { facts, poster } = await make(file)
      expect(facts).toMatchObject({ width: 320, height: 180 })
      expect(await sharp(poster).metadata()).toMatchObject({ width: 320, height: 180 })
    })

    test('a recording without a duration plays', async () => {
      const file = join(folder, 'live.webm')
      await run(...pictures(20), '-c:v', 'libvpx', '-live', '1', '-f', 'webm', file)
      const { facts, poster } = await make(file)
      expect(facts.duration).toBeCloseTo(0.7, 0)
      expect(await sharp(poster).metadata()).toMatchObject({ width: 320, height: 180 })
    })

    test('frames of varying length retain their timing', async () => {
      const file = join(folder, 'varying.mp4')
      await run(...pictures(30), '-vf', "select='not(mod(n,7))+lt(n,4)'", '-vsync', 'vfr', ...FAST, file)
      const { facts } = await make(file)
      expect(facts.duration).toBeCloseTo(6, 0)
    })

    test('a video with an empty audio track plays without sound', async () => {
      const file = join(folder, 'silent.mp4')
      const nothing = ['-f', 'lavfi', '-t', '0.00001', '-i', 'anullsrc']
      await run(...nothing, ...pictures(15), '-map', '1:v', '-map', '0:a', '-c:a', 'aac', ...FAST, file)
      const { facts, target } = await make(file)
      expect(facts).toMatchObject({ width: 320, height: 180 })
      expect((await probeStreams(target)).streams[0]).toMatchObject({ codec_name: 'h264' })
    })

    const TONE = ['-f', 'lavfi', '-i', 'sine=d=0.5']
    const inputs = (size = '176x144') => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30:d=0.5`]

    test.for<[string, string, string[], string | undefined]>([
      ['AC-3 sound', 'ac3.mp4', ['-c:a', 'ac3'], undefined],
      ['E-AC-3 sound', 'eac3.mp4', ['-c:a', 'eac3'], undefined],
      ['uncompressed sound with decimals', 'float.mov', ['-c:a', 'pcm_f32le'], 'aac'],
      ['old QuickTime sound', 'ima.mov', ['-c:a', 'adpcm_ima_qt'], undefined],
    ])('a video with %s plays', async ([, name, sound, made]) => {
      const file = join(folder, name)
      await run(...inputs(), ...TONE, ...FAST, ...sound, file)
      const { facts, target } = await make(file)
      expect(facts).toMatchObject({ width: 176, height: 144 })
      const { streams } = await probeStreams(target)
      expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', ...(made ? [made] : [])])
    })

    test('a video with a PNG cover and subtitles plays', async () => {
      const [cover, text, file] = ['cover.png', 'text.srt', 'tracks.mp4'].map((name) => join(folder, name))
      await run('-f', 'lavfi', '-i', 'color=s=64x64', '-frames:v', '1', cover ?? '')
      writeFileSync(text ?? '', '1\n00:00:00,000 --> 00:00:01,000\nKickflip\n')
      const all = [...inputs(), '-i', cover ?? '', '-i', text ?? '', '-map', '0', '-map', '1', '-map', '2']
      const codecs = [
        '-c:v:0',
        'libx264',
        '-c:v:1',
        'copy',
        '-disposition:v:1',
        'attached_pic',
        '-c:s',
        'mov_text',
      ]
      await run(...all, ...codecs, file ?? '')
      expect((await make(file ?? '')).facts).toMatchObject({ width: 176, height: 144 })
    })

    test.for([
      ['h263.3gp', ['-c:v', 'h263'], '128x96'],
      ['h263.3gp', ['-c:v', 'h263'], '352x288'],
      ['mpeg4.mp4', ['-c:v', 'mpeg4'], '64x64'],
      ['mpeg4.3gp', ['-c:v', 'mpeg4'], '320x240'],
      ['mpeg4.mov', ['-c:v', 'mpeg4'], '16x1200'],
    ] as const)('a video from an old phone plays: %s, %s, %s', async ([name, codec, size]) => {
      const file = join(folder, name)
      await run(...inputs(size), ...codec, file)
      const { facts, poster } = await make(file)
      const [width, height] = size.split('x').map(Number)
      expect(facts).toMatchObject({ width, height })
      expect(await sharp(poster).metadata()).toMatchObject({ width, height })
    })

    test('R15 a video without a readable frame is refused with a sentence about a video', async () => {
      const file = join(folder, 'emptied.mp4')
      await run(...pictures(1), ...FAST, file)
      const bytes = readFileSync(file)
      bytes.fill(0, bytes.indexOf('mdat') + 4, bytes.indexOf('moov') - 4)
      await expect(make(write(bytes))).rejects.toThrow('This video couldn’t be read.')
    })

    test('converts high dynamic range to standard colors that don’t look pale', async () => {
      const hlg = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc:log-level=none'
      const args = ['-c:v', 'libx265', '-x265-params', hlg, '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1']
      const file = await makeVideo(join(folder, 'hdr.mov'), args, { seconds: 0.2 })
      const { facts, target, poster } = await make(file)
      expect(facts).toMatchObject({ width: 320, height: 180 })
      const { streams } = await probeStreams(target)
      expect(streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p' })
      expect(['bt709', undefined]).toContain(streams[0]?.color_transfer)
      expect((await sharp(poster).stats()).entropy).toBeGreaterThan(1)
    })

    test('D7 a playlist named .mp4 can’t access files or the network, even if it isn’t detected', async () => {
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

    test('a video with too many pixels in all frames together is refused before conversion', async () => {
      const size = { width: 5760, height: 5760 }
      const repeated = (name: string, frames: number) =>
        repeatedVideo(join(folder, name), { ...size, frames, distinct: 1 })
      const under = await repeated('under.mp4', 100)
      expect((await encoder.open(under, 'mp4')).pixels).toBe(5760 * 5760 * 100)
      const over = await repeated('over.mp4', 2420)
      await expect(encoder.open(over, 'mp4')).rejects.toThrow('This video is too large to convert.')
    })

    test('R15 truncated and pictureless files are refused with a readable message', async () => {
      const whole = await makeVideo(join(folder, 'whole.mp4'), ['-c:v', 'libx264'])
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
      await expect(make(sound)).rejects.toThrow('This video has no readable frames')
    })

    test('R17 an aborted job leaves no processes behind', async () => {
      const of = { width: 1280, height: 720, frames: 300, pattern: 'testsrc2' }
      const long = await repeatedVideo(join(folder, 'long.mp4'), of)
      const stop = new AbortController()
      const video = await encoder.open(long, 'mp4')
      const target = join(folder, 'killed.mp4')
      const job = encoder.encode(video, target, stop.signal)
      setTimeout(() => stop.abort(), 400)
      await expect(job).rejects.toThrow('canceled')
      const size = existsSync(target) ? statSync(target).size : 0
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(existsSync(target) ? statSync(target).size : 0).toBe(size)
    })

    test('D5 mutated videos result only in a readable message or a video', async () => {
      const seed = readFileSync(
        await makeVideo(join(folder, 'seed.mp4'), ['-c:v', 'libx264'], { size: '64x64', seconds: 0.3 }),
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
    })
  })
}
