import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SIDE = 64

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

function fullBox(type: string, version: number, ...content: Buffer[]): Buffer {
  return box(type, Buffer.from([version, 0, 0, 0]), ...content)
}

type Coded = { settings: Buffer; picture: Buffer }

/** Encodes a plain square with ffmpeg and takes the decoder settings and the picture out of the MP4. */
async function encodePlain(color: string, target: string): Promise<Coded> {
  const input = ['-f', 'lavfi', '-i', `color=${color}:s=${SIDE}x${SIDE}`, '-frames:v', '1']
  const codec = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p', '-tag:v', 'hvc1']
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...codec, target])
  const bytes = readFileSync(target)
  const take = (type: string) => {
    const start = bytes.indexOf(type) - 4
    return bytes.subarray(start, start + bytes.readUInt32BE(start))
  }
  return { settings: take('hvcC'), picture: take('mdat').subarray(8) }
}

/** The index of the main picture, and the file's major brand. */
type HeicOptions = { main?: number; brand?: string }

function buildHeic(pictures: readonly Coded[], { main = 0, brand = 'heic' }: HeicOptions): Buffer {
  const type = box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1heic`, 'latin1'))
  const each = <T>(build: (coded: Coded, id: number) => T) =>
    pictures.map((coded, index) => build(coded, index + 1))
  const buildMeta = (start: number) => {
    let at = start
    const places = each(({ picture }, id) => {
      at += picture.length
      return Buffer.concat([uint16(id, 0, 1), uint32(at - picture.length, picture.length)])
    })
    const entries = each((_, id) => fullBox('infe', 2, uint16(id, 0), Buffer.from('hvc1\0')))
    const settings = each(({ settings }) => settings)
    const size = fullBox('ispe', 0, uint32(SIDE, SIDE))
    const isEssential = 0x80
    const uses = each((_, id) =>
      Buffer.concat([uint16(id), Buffer.from([2, id | isEssential, pictures.length + 1])]),
    )
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, Buffer.from('\0\0\0\0pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, uint16(main + 1)),
      fullBox('iloc', 0, Buffer.from([0x44, 0]), uint16(pictures.length), ...places),
      fullBox('iinf', 0, uint16(pictures.length), ...entries),
      box('iprp', box('ipco', ...settings, size), fullBox('ipma', 0, uint32(pictures.length), ...uses)),
    )
  }
  const start = type.length + buildMeta(0).length + 8
  return Buffer.concat([type, buildMeta(start), box('mdat', ...pictures.map(({ picture }) => picture))])
}

/**
 * Makes a HEIC file with one 64x64-pixel plain square per color, as cameras store bursts. Needs ffmpeg.
 * @param target where ffmpeg may write
 */
export async function makeHeic(
  colors: readonly string[],
  target: string,
  options: HeicOptions = {},
): Promise<Buffer> {
  const pictures: Coded[] = []
  for (const color of colors) pictures.push(await encodePlain(color, target))
  return buildHeic(pictures, options)
}
