import { writeFile } from 'node:fs/promises'
import type { Chain } from './coast.ts'

// A shapefile with one polygon (ESRI Shapefile Technical Description, 1998), the only coast format that tilemaker
// reads.

const POLYGON = 5
const HEADER_BYTES = 100

function measureBox(rings: readonly Chain[]): number[] {
  const box = [180, 90, -180, -90]
  for (const ring of rings)
    for (const [x, y] of ring) {
      box[0] = Math.min(box[0] as number, x)
      box[1] = Math.min(box[1] as number, y)
      box[2] = Math.max(box[2] as number, x)
      box[3] = Math.max(box[3] as number, y)
    }
  return box
}

function header(bytes: number, box: readonly number[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeInt32BE(9994, 0)
  head.writeInt32BE(bytes / 2, 24)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE(POLYGON, 32)
  for (const [i, n] of box.entries()) head.writeDoubleLE(n, 36 + 8 * i)
  return head
}

function polygon(rings: readonly Chain[], box: readonly number[]): Buffer {
  const points = rings.flat()
  const body = Buffer.alloc(44 + 4 * rings.length + 16 * points.length)
  body.writeInt32LE(POLYGON, 0)
  for (const [i, n] of box.entries()) body.writeDoubleLE(n, 4 + 8 * i)
  body.writeInt32LE(rings.length, 36)
  body.writeInt32LE(points.length, 40)
  let first = 0
  for (const [i, ring] of rings.entries()) {
    body.writeInt32LE(first, 44 + 4 * i)
    first += ring.length
  }
  const at = 44 + 4 * rings.length
  for (const [i, [x, y]] of points.entries()) {
    body.writeDoubleLE(x, at + 16 * i)
    body.writeDoubleLE(y, at + 16 * i + 8)
  }
  return body
}

/** Builds a table with one row and one text column. */
function table(column: string, value: string): Buffer {
  const size = 20
  const bytes = Buffer.alloc(32 + 32 + 1 + 1 + size + 1)
  bytes[0] = 3
  bytes.set([26, 1, 1], 1)
  bytes.writeUInt32LE(1, 4)
  bytes.writeUInt16LE(65, 8)
  bytes.writeUInt16LE(1 + size, 10)
  bytes.write(column, 32, 'latin1')
  bytes.write('C', 43, 'latin1')
  bytes[48] = size
  bytes[64] = 0x0d
  bytes.write(` ${value.padEnd(size)}`, 65, 'latin1')
  bytes[66 + size] = 0x1a
  return bytes
}

/**
 * Writes `path`.shp, .shx, and .dbf: one polygon from all rings (clockwise around its area, counterclockwise around
 * holes) with `class`.
 */
export async function writeShapefile(path: string, rings: readonly Chain[], kind: string): Promise<void> {
  const box = [...measureBox(rings), 0, 0, 0, 0]
  const body = polygon(rings, box.slice(0, 4))
  const record = Buffer.alloc(8)
  record.writeInt32BE(1, 0)
  record.writeInt32BE(body.length / 2, 4)
  const index = Buffer.alloc(8)
  index.writeInt32BE(HEADER_BYTES / 2, 0)
  index.writeInt32BE(body.length / 2, 4)
  await writeFile(`${path}.shp`, Buffer.concat([header(HEADER_BYTES + 8 + body.length, box), record, body]))
  await writeFile(`${path}.shx`, Buffer.concat([header(HEADER_BYTES + 8, box), index]))
  await writeFile(`${path}.dbf`, table('class', kind))
}
