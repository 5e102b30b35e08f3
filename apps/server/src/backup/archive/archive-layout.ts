import { readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { damaged, requireWhole, type StoredFile, listStoredFiles, storeFile } from './stored-file.ts'

// DATA_DIR/backup
//   <line>/base/<id>.<sha256>.tar.zst   the database's files
//   <line>/base/<id>.<sha256>.json      their description: BaseFacts
//   <line>/wal/<segment>.<sha256>.wal   the WAL since the first base, without gaps; the newest is <segment>-partial
//   <line>/until.<sha256>.json          the time up to which the WAL is archived
//   media/<ab>/<key>/                   links to the files of photos and videos, with sums.<sha256>.json
//   state.json                          the archive's state, for people to read
// A line is a run of WAL without gaps. A restore, a gap, or a different database starts a new line, so names are never
// reused.

/** Returns the archive's folder. */
export function archiveFolder(dataDir: string): string {
  return path.join(dataDir, 'backup')
}

/** A line's name contains its start time; its replication slot has the same name. */
export const LINE = /^nollie_\d{17}$/

/** Returns the name for a line that starts now. */
export function makeLineName(): string {
  return `nollie_${new Date().toISOString().replaceAll(/\D/g, '')}`
}

/** Facts about a base backup. */
export const BaseFacts = z.object({
  format: z.literal(1),
  /** When the copy started and ended: the backup can be recovered to any point in time after its end. */
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  timeline: z.number().int().positive(),
  segment_bytes: z.number().int().positive(),
  first_segment: z.string(),
  last_segment: z.string(),
  files_bytes: z.number().int(),
  tar: z.string().regex(/^[0-9a-f]{64}$/),
})
/** Facts about a base backup; see the schema. */
export type BaseFacts = z.output<typeof BaseFacts>

/** A base backup in the archive. */
export type Base = { line: string; facts: BaseFacts; list: StoredFile; tar: StoredFile }

export function baseFolder(archive: string, line: string): string {
  return path.join(archive, line, 'base')
}

export function walFolder(archive: string, line: string): string {
  return path.join(archive, line, 'wal')
}

/** Lists an archive's lines, oldest first. */
export async function listLines(archive: string): Promise<string[]> {
  return (await readdir(archive).catch(() => [])).filter((name) => LINE.test(name)).toSorted()
}

/** Reads and validates a JSON file with a hash in its name. */
export async function readList<T>(list: StoredFile, schema: z.ZodType<T>): Promise<T> {
  await requireWhole(list)
  const read = schema.safeParse(JSON.parse(await readFile(list.path, 'utf8')))
  if (!read.success) throw damaged(`this version can't read ${list.path}`)
  return read.data
}

/** Lists a line's base backups, oldest first. */
export async function listBases(archive: string, line: string): Promise<Base[]> {
  const files = await listStoredFiles(baseFolder(archive, line))
  const bases: Base[] = []
  for (const list of files.filter(({ extension }) => extension === 'json')) {
    const facts = await readList(list, BaseFacts)
    const tar = files.find(({ name, extension }) => name === list.name && extension === 'tar.zst')
    if (!tar || tar.sha256 !== facts.tar) throw damaged(`the files of ${list.path} are missing`)
    bases.push({ line, facts, list, tar })
  }
  return bases
}

const Until = z.object({ until: z.iso.datetime() })

/** Reads the time up to which a line's WAL is archived; null if unknown. */
export async function readUntil(archive: string, line: string): Promise<Date | null> {
  const lists = (await listStoredFiles(path.join(archive, line))).filter(({ name }) => name === 'until')
  const times: Date[] = []
  for (const list of lists) times.push(new Date((await readList(list, Until)).until))
  return times.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? null
}

/** Stores the time up to which a line's WAL is archived. */
export async function storeUntil(archive: string, line: string, until: Date): Promise<void> {
  const folder = path.join(archive, line)
  const earlier = (await listStoredFiles(folder)).filter(({ name }) => name === 'until')
  for (const { path: file } of earlier) await rm(file, { force: true })
  await storeFile(
    { folder, name: 'until', extension: 'json', isCompressed: false },
    Readable.from([Buffer.from(JSON.stringify({ until: until.toISOString() }))]),
  )
}
