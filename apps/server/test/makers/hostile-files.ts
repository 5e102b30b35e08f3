import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

// Files that are small to send but expensive to decode. Each one is just below or just above a limit.

const run = promisify(execFile)

function segment(marker: number, ...content: number[]): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, Buffer.from(content)])
}

function uint16(value: number) {
  return [value >> 8, value & 0xff]
}

/** Builds a Huffman table with a single symbol, which is encoded as the bit 0. */
function table(kind: number, symbol: number) {
  return segment(0xc4, kind, 1, ...Array<number>(15).fill(0), symbol)
}

function packed(bits: string): Buffer {
  const full = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  const bytes: number[] = []
  for (let at = 0; at < full.length; at += 8) {
    const byte = Number.parseInt(full.slice(at, at + 8), 2)
    bytes.push(byte, ...(byte === 0xff ? [0] : []))
  }
  return Buffer.from(bytes)
}

/**
 * Makes a gray progressive JPEG. All of its `scans` except the first encode "no change" for every block in a few bytes.
 */
export function scannedJpeg(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const flat = Buffer.alloc(Math.ceil(blocks / 8))
  // "The next 32,767 blocks end here", repeated.
  const nothing = packed('011111111111111'.repeat(Math.ceil(blocks / 32_767)))
  const again = Buffer.concat([segment(0xda, 1, 1, 0x00, 1, 63, 0x00), nothing])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, ...uint16(height), ...uint16(width), 1, 1, 0x11, 0),
    table(0x00, 0),
    table(0x10, 0xe0),
    segment(0xda, 1, 1, 0x00, 0, 0, 0x00),
    flat,
    ...Array<Buffer>(scans - 1).fill(again),
    Buffer.from([0xff, 0xd9]),
  ])
}

/**
 * Makes a video with `frames` frames of `width` x `height`. To be fast, it repeats `distinct` frames (ten by default).
 * Each has a single color unless `pattern` is another ffmpeg source.
 */
export async function repeatedVideo(
  target: string,
  {
    width,
    height,
    frames,
    rate = 30,
    pattern = 'color',
    distinct = 10,
  }: { width: number; height: number; frames: number; rate?: number; pattern?: string; distinct?: number },
): Promise<string> {
  const seed = `${target}.seed.mp4`
  const source = `${pattern}=s=${width}x${height}:r=${rate}`
  const plain = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '40']
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    source,
    '-frames:v',
    String(distinct),
    ...plain,
    seed,
  ])
  const times = String(Math.ceil(frames / distinct) - 1)
  await run('ffmpeg', ['-v', 'error', '-y', '-stream_loop', times, '-i', seed, '-c', 'copy', target])
  await rm(seed)
  return target
}

/** Returns the command lines of running programs that contain `text` (Linux only). */
export function programsWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
      } catch {
        return []
      }
    })
    .filter((line) => line.includes(text))
}
