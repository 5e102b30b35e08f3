import { type FileHandle, open } from 'node:fs/promises'
import { LIMITS } from '@nollie/contract/limits'
import { type Box, readBoxes } from './mp4-boxes.ts'
import { FileRefused } from './file-refused.ts'
import type { Format } from './file-format.ts'
import { say } from '../../../platform/languages/index.ts'

// Our own parser checks a video before any decoder opens it. Decoders trust the tables in an MP4 or MOV, which can
// claim anything.

const MAX_MOOV_BYTES = 24 * 1024 * 1024
const MAX_TOP_BOXES = 8_000
const MAX_TRACKS = 32
const MAX_EDITS = 1_000
/** Frames in ten minutes at 240 frames per second. */
const MAX_FRAMES = LIMITS.video_seconds * 240
/** Samples in ten minutes of uncompressed audio, which has one table entry per sample. */
const MAX_SAMPLES = LIMITS.video_seconds * 96_000

const NESTED = new Set(['trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'mvex'])

/** Creates the refusal for a video over the maximum length. */
export function tooLong(): FileRefused {
  return new FileRefused(say`Videos can be up to ${LIMITS.video_seconds / 60} minutes long.`)
}

/** Creates the refusal for an unreadable video. `detail` is only logged. */
export function unreadableVideo(detail: string): FileRefused {
  return new FileRefused(say`This video couldn’t be read. It may be damaged.`, detail)
}

function checkDuration(moov: Buffer, { start, end }: Box): void {
  const long = moov[start] === 1
  if (end - start < (long ? 32 : 20)) throw unreadableVideo('mvhd is cut off')
  const scale = moov.readUInt32BE(start + (long ? 20 : 12))
  const units = long ? Number(moov.readBigUInt64BE(start + 24)) : moov.readUInt32BE(start + 16)
  // If all bits are set, the duration is unknown. The decoder then measures the duration.
  const unknown = units >= (long ? 2 ** 63 : 0xffffffff)
  if (scale === 0 || (!unknown && units / scale > LIMITS.video_seconds + 1)) throw tooLong()
}

// Rejects media stored in another file, because the decoder would open that file.
function checkReferences(moov: Buffer, { start, end }: Box): void {
  for (const entry of readBoxes(moov, start + 8, end)) {
    if (entry.end - entry.start < 4 || !(moov.readUInt32BE(entry.start) & 1))
      throw unreadableVideo(`refers to another file by ${entry.type}`)
  }
}

function countAt(moov: Buffer, box: Box, offset: number): number {
  if (box.end - box.start < offset + 4) throw unreadableVideo(`${box.type} is cut off`)
  return moov.readUInt32BE(box.start + offset)
}

function checkTree(moov: Buffer, place: Box): void {
  let tracks = 0
  let handler = ''
  let samples = 0
  const visit = (parent: Box) => {
    for (const box of readBoxes(moov, parent.start, parent.end)) {
      if (box.type === 'cmov') throw unreadableVideo('compressed header')
      if (box.type === 'mvhd') checkDuration(moov, box)
      if (box.type === 'dref') checkReferences(moov, box)
      if (box.type === 'elst' && countAt(moov, box, 4) > MAX_EDITS) throw unreadableVideo('too many edits')
      if (box.type === 'hdlr' && parent.type === 'mdia') {
        countAt(moov, box, 8)
        handler = moov.toString('latin1', box.start + 8, box.start + 12)
      }
      if (box.type === 'stsz') samples = countAt(moov, box, 8)
      if (box.type === 'trak') {
        tracks += 1
        handler = ''
        samples = 0
        visit(box)
        if (samples > (handler === 'vide' ? MAX_FRAMES : MAX_SAMPLES)) throw tooLong()
      } else if (NESTED.has(box.type)) visit(box)
    }
  }
  visit(place)
  if (tracks === 0) throw unreadableVideo('no tracks')
  if (tracks > MAX_TRACKS) throw unreadableVideo('too many tracks')
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const HEADERS = new Set(['moov', 'moof'])

// Like `readBoxes`, but for a file on disk. Reads only the header (`moov`) into memory.
async function findMoov(file: FileHandle, size: number): Promise<Buffer> {
  let moov: Buffer | null = null
  let hasMedia = false
  let at = 0
  for (let count = 0; at + 8 <= size; count += 1) {
    if (count > MAX_TOP_BOXES) throw unreadableVideo('too many boxes')
    const head = await readAt(file, at, 16)
    let length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    let header = 8
    if (length === 1 && head.length === 16) {
      length = Number(head.readBigUInt64BE(8))
      header = 16
    } else if (length === 0) length = size - at
    const cut = at + length > size
    // Some apps append text to a complete file, which players ignore.
    if (moov && hasMedia && !HEADERS.has(type) && (cut || length < header)) break
    // A truncated recording may have incomplete media, but its header (`moov`) must be complete.
    if (length < header || (cut && type !== 'mdat')) throw unreadableVideo(`${type} does not fit`)
    if (type === 'mdat' || type === 'moof') hasMedia = true
    if (type === 'moov') {
      if (moov || length > MAX_MOOV_BYTES) throw unreadableVideo('header of an unlikely size')
      moov = await readAt(file, at + header, length - header)
    }
    at += length
  }
  if (!moov || !hasMedia) throw unreadableVideo('no header or no media')
  return moov
}

const DREF = Buffer.from('dref')
/** Entry types that make ffmpeg and players open another file. */
const REFERENCES = new Set(['url ', 'urn ', 'alis', 'rsrc', 'cios'])
/**
 * Maximum number of reference tables per file, and of entries per table. A real file has one table with one entry per
 * track.
 */
const MAX_TABLES = 200
const MAX_ENTRIES = 32
const SCANNED_BYTES = 1024 * 1024

// Checks a reference table's entries. An entry of a known type must be short and flagged as being in this file.
async function refersElsewhere(file: FileHandle, start: number): Promise<boolean> {
  const head = await readAt(file, start, 8)
  const count = head.length === 8 ? head.readUInt32BE(4) : 0
  let at = start + 8
  for (let i = 0; i < count; i += 1) {
    const entry = await readAt(file, at, 12)
    if (entry.length < 12) return false
    const size = entry.readUInt32BE(0)
    const isHere = (entry.readUInt32BE(8) & 1) === 1 && size <= 128
    if (i >= MAX_ENTRIES || (REFERENCES.has(entry.toString('latin1', 4, 8)) && !isHere)) return true
    if (size < 12) return false
    at += size
  }
  return false
}

// Decoders also look for boxes in user data, fragments, and free space. So this checks every reference table in the
// file, wherever its name occurs, with a short or a long header.
async function checkAllReferences(file: FileHandle, size: number): Promise<void> {
  let tables = 0
  for (let start = 0; start < size; start += SCANNED_BYTES) {
    const bytes = await readAt(file, start, SCANNED_BYTES + DREF.length - 1)
    for (let at = bytes.indexOf(DREF); at >= 0; at = bytes.indexOf(DREF, at + 1)) {
      tables += 1
      const content = start + at + DREF.length
      if (
        tables > MAX_TABLES ||
        (await refersElsewhere(file, content)) ||
        (await refersElsewhere(file, content + 8))
      )
        throw unreadableVideo('refers to another file')
    }
  }
}

const SEGMENT = 0x18538067

// EBML layout: the header element, its length as a variable-width number, then the segment.
function checkWebm(head: Buffer): void {
  const first = head[4] ?? 0
  const width = Math.clz32(first) - 23
  if (width < 1 || width > 8 || head.length < 4 + width) throw unreadableVideo('EBML header')
  let length = first & (0xff >> width)
  for (let i = 1; i < width; i += 1) length = length * 256 + (head[4 + i] ?? 0)
  const segment = 4 + width + length
  if (segment + 4 > head.length || head.readUInt32BE(segment) !== SEGMENT) throw unreadableVideo('no segment')
}

/**
 * Checks a video's structure before any decoder opens it.
 * @throws FileRefused
 */
export async function checkContainer(path: string, format: Format): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (format === 'webm') checkWebm(await readAt(file, 0, 4096))
    else {
      const moov = await findMoov(file, size)
      checkTree(moov, { type: 'moov', start: 0, end: moov.length })
      await checkAllReferences(file, size)
    }
  } catch (error) {
    if (error instanceof RangeError) throw unreadableVideo(error.message)
    throw error
  } finally {
    await file.close()
  }
}
