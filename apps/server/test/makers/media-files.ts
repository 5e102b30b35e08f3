import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The folder with photos from real phones, next to the repository. It may not exist. */
export const REAL_PHOTOS = fileURLToPath(new URL('../../../../../shared/media', import.meta.url))
export const hasRealPhotos = existsSync(join(REAL_PHOTOS, 'README.md'))

/** Matches bytes that a served file must not contain: metadata markers, and the caption in our fixtures. */
export const FOREIGN =
  /Exif\0|http:\/\/ns\.adobe|<x:xmpmeta|Photoshop 3\.0|ICC_PROFILE|GPSL|Hidden Caption|NollieCam|<script/

/**
 * Makes a photo as a phone would store it: displayed as `width` x `height`, rotated by `orientation`, and with a
 * position, a camera maker, and notes.
 */
export async function phonePhoto({ width = 1200, height = 900, orientation = 6 } = {}): Promise<Buffer> {
  const turned = orientation >= 5
  const [w, h] = turned ? [height, width] : [width, height]
  // The upper-left quarter, as displayed, is red; the rest is blue.
  const shown = await sharp({ create: { width, height, channels: 3, background: '#2040c0' } })
    .composite([
      {
        input: {
          create: {
            width: Math.ceil(width / 2),
            height: Math.ceil(height / 2),
            channels: 3,
            background: '#e02020',
          },
        },
        left: 0,
        top: 0,
      },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  const stored = sharp(shown, { raw: { width, height, channels: 3 } })
  const back = { 1: 0, 3: 180, 6: 270, 8: 90 }[orientation] ?? 0
  const pixels = await stored.rotate(back).raw().toBuffer()
  return sharp(pixels, { raw: { width: w, height: h, channels: 3 } })
    .withExif({
      IFD0: { Make: 'NollieCam', Model: 'Hidden Caption', ImageDescription: '<script>alert(1)</script>' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '41/1 13/1 1308/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '96/1 4/1 1785/100',
      },
    })
    .withMetadata({ orientation })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Hidden Caption</a></x:xmpmeta>')
    .jpeg({ quality: 90 })
    .toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, sum])
}

function png(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))])
}

function gif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from('!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
  frame.writeUInt16LE(width, 13)
  frame.writeUInt16LE(height, 15)
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

async function webpOfSize(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#123456' } })
    .webp()
    .toBuffer()
  const extended = Buffer.alloc(18)
  extended.write('VP8X', 0, 'latin1')
  extended.writeUInt32LE(10, 4)
  extended.writeUIntLE(width - 1, 12, 3)
  extended.writeUIntLE(height - 1, 15, 3)
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), extended, small.subarray(12)])
  const head = Buffer.alloc(8)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

async function avifOfSize(width: number, height: number): Promise<Buffer> {
  const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
    .avif()
    .toBuffer()
  const at = file.indexOf('ispe') + 8
  file.writeUInt32BE(width, at)
  file.writeUInt32BE(height, at + 4)
  return file
}

/** Small files that decode to enormous ones. Each of them must be refused quickly and cheaply. */
export async function bombs(): Promise<Record<string, Buffer>> {
  const zeros = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  return {
    'pixel flood.png': png(50_000, 50_000, chunk('IDAT', zeros)),
    'one row.png': png(1_000_000, 100, chunk('IDAT', zeros)),
    '65535 square.gif': gif(65_535, 65_535, 1),
    '10000 frames.gif': gif(100, 100, 10_000),
    'frames times pixels.gif': gif(4_000, 4_000, 200),
    'canvas.webp': await webpOfSize(16_383, 16_383),
    'grid.avif': await avifOfSize(30_000, 30_000),
    'zTXt.png': png(8, 8, chunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), zeros]))),
    'iCCP.png': png(8, 8, chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), zeros]))),
  }
}

function text(content: string) {
  return Buffer.from(content.padEnd(64, ' '))
}

/** Files that lie about their format. None of them may be accepted or served. */
export async function lies(): Promise<Record<string, Buffer>> {
  return {
    'svg.jpg': text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'xml svg.jpg': text(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ),
    'html.jpg': text('<!doctype html><script>alert(1)</script>'),
    'script.png': text('#!/bin/sh\necho hello'),
    'document.jpg': text('%PDF-1.7\n1 0 obj'),
    'archive.jpg': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(100)]),
    'tiff.jpg': await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer(),
    'playlist.mp4': text(
      '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile:///etc/passwd\n#EXT-X-ENDLIST',
    ),
    'concat.mp4': text("ffconcat version 1.0\nfile '/etc/passwd'\n"),
    'avi.mp4': Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'), Buffer.alloc(100)]),
    'matroska.webm': Buffer.concat([
      Buffer.from('\x1aE\xdf\xa3\x93\x42\x82\x88matroska', 'latin1'),
      Buffer.alloc(99),
    ]),
    'asf.jpg': Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(39)]),
    'nothing but zeros.jpg': Buffer.alloc(4096),
  }
}

const run = promisify(execFile)

/** Whether ffmpeg is installed, which is needed to make videos. */
export const hasFfmpeg = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
)

/** Makes a short video with a position in its metadata. `args` are passed to ffmpeg between input and output. */
export async function makeVideo(
  target: string,
  args: readonly string[],
  { size = '320x180', seconds = 1, sound = true } = {},
): Promise<string> {
  const source = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30:d=${seconds}`]
  const tone = sound ? ['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-c:a', 'aac'] : []
  const place = ['-metadata', 'location=+41.2203-096.0716/', '-metadata', 'comment=Hidden Caption']
  const apple = ['-metadata', 'com.apple.quicktime.location.ISO6709=+41.2203-096.0716+300/']
  const inputs = [...source, ...(sound ? tone.slice(0, 4) : [])]
  const codecs = [...(sound ? tone.slice(4) : []), '-pix_fmt', 'yuv420p', ...args]
  const tags = [...place, ...apple, '-movflags', 'use_metadata_tags']
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    ...codecs,
    ...(target.endsWith('webm') ? place : tags),
    target,
  ])
  return target
}
