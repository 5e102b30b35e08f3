import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { walFolder } from './archive-layout.ts'
import { type Lsn, pagePosition, type Segments } from './segments.ts'
import { storeFile, type StoredFile, listStoredFiles } from './stored-file.ts'

/** Marks the newest segment, which is stored only up to a certain position. */
const PARTIAL = /-partial-[0-9a-f]{8}$/

/** A line's WAL: complete segments, and the newest one up to the last write. */
export type StoredLog = { whole: StoredFile[]; partial: StoredFile | null }

/** Lists a line's WAL in order. */
export async function readStoredLog(archive: string, line: string): Promise<StoredLog> {
  const files = await listStoredFiles(walFolder(archive, line))
  const whole = files.filter(({ name }) => !PARTIAL.test(name))
  const last = whole.at(-1)
  // The segment may already be complete even though its partial file hasn't been deleted.
  const partial = files.findLast((file) => PARTIAL.test(file.name) && (!last || getSegment(file) > last.name))
  return { whole, partial: partial ?? null }
}

/** Returns the name of the segment in a stored file. */
export function getSegment({ name }: StoredFile): string {
  return name.replace(PARTIAL, '')
}

async function readStart(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const content = Buffer.alloc(bytes)
    const { bytesRead } = await handle.read(content, 0, bytes, 0)
    return content.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

type Target = { archive: string; line: string; cluster: string; segments: Segments }

function store({ archive, line }: Target, name: string, content: Buffer) {
  return storeFile(
    { folder: walFolder(archive, line), name, extension: 'wal.zst', isCompressed: true },
    Readable.from([content]),
  )
}

async function listPartials({ archive, line }: Target): Promise<StoredFile[]> {
  return (await listStoredFiles(walFolder(archive, line))).filter(({ name }) => PARTIAL.test(name))
}

/** Reads a segment from the database's own WAL; null if the file has been recycled. */
async function readSegment(
  { cluster, segments }: Target,
  segment: bigint,
  bytes: number,
): Promise<Buffer | null> {
  const file = path.join(cluster, 'pg_wal', segments.name(segment))
  const content = await readStart(file, bytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return content && content.length >= 16 && pagePosition(content) === segments.start(segment) ? content : null
}

/**
 * Stores a complete segment.
 * @throws Error if the database no longer has it
 */
export async function storeSegment(target: Target, segment: bigint): Promise<void> {
  const content = await readSegment(target, segment, target.segments.bytes)
  if (content?.length !== target.segments.bytes)
    throw new Error(`segment ${target.segments.name(segment)} of the log is missing`)
  await store(target, target.segments.name(segment), content)
}

/** Stores the newest segment up to a position, replacing the partial file stored before. */
export async function storePartial(target: Target, flushed: Lsn): Promise<void> {
  const { segments } = target
  const segment = segments.at(flushed)
  const bytes = Number(flushed - segments.start(segment))
  const content = bytes > 0 ? await readSegment(target, segment, bytes) : null
  const earlier = await listPartials(target)
  const name = `${segments.name(segment)}-partial-${bytes.toString(16).padStart(8, '0')}`
  for (const one of earlier) if (one.name === name) await rm(one.path, { force: true })
  const stored = content && (await store(target, name, content))
  for (const one of earlier) if (one.path !== stored?.path) await rm(one.path, { force: true })
}

/** Stores a stopped database's remaining WAL. Returns whether the archive is now complete. */
export async function storeRest(target: Target): Promise<boolean> {
  const { archive, line, segments } = target
  const last = (await readStoredLog(archive, line)).whole.at(-1)
  if (!last) return false
  let segment = segments.number(last.name) + 1n
  for (;;) {
    const content = await readSegment(target, segment, segments.bytes)
    if (!content) return false
    if (!(await readSegment(target, segment + 1n, segments.bytes))) {
      await storePartial(target, segments.start(segment + 1n) - 1n)
      return true
    }
    await storeSegment(target, segment)
    segment += 1n
  }
}
