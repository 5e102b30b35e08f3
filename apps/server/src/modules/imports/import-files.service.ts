import type { Api, ImportArea, ImportFile, Viewer } from '@nollie/contract'
import { findImportEnding, IMPORT_PART_BYTES } from '@nollie/contract/imports/file-limits'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../platform/files/index.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { say } from '../../platform/languages/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { WORLD } from '../places/index.ts'
import { IMPORT_AREA } from './import-area-job.ts'
import { findUnfinished, insertArea, toFileArea } from './import-areas.queries.ts'
import { getArea } from './import-areas.service.ts'
import {
  beginReading,
  deleteFileRow,
  type FileRow,
  findFile,
  findFileRow,
  insertFile,
  isImporting,
  selectExpired,
  selectFiles,
  setArrived,
  setFileArea,
  setFileSource,
} from './import-files.queries.ts'
import { fileKey, hasSpace, partName } from './import-files.store.ts'
import { READ_IMPORT_FILE } from './read-file-job.ts'
import { insertRun } from './runs.queries.ts'

/** Dependencies for the admins' operations on files. */
export type FileDeps = {
  db: Db
  jobs: Pick<Jobs, 'send'>
  audit: Pick<AuditHook, 'records'>
  files: FileStore
  dataDir: string
  /** Measures a disk's free bytes; by default, the disk's own. */
  freeBytes?: (folder: string) => Promise<number>
}

/** Returns an uploaded file. @throws Refusal NOT_FOUND */
export async function getFile(db: Db, id: string): Promise<ImportFile> {
  const file = await findFile(db, id)
  if (!file) throw new Refusal('NOT_FOUND')
  return file
}

/** Returns uploaded files without an import. */
export async function listFiles(db: Db): Promise<Api['GET /api/imports/files']['answer']> {
  return { items: await selectFiles(db) }
}

/** Begins an upload. @throws Refusal WRONG_TYPE for an unsupported file extension, STORAGE_FULL */
export async function createFile(
  { db, dataDir, freeBytes }: Pick<FileDeps, 'db' | 'dataDir' | 'freeBytes'>,
  { user_id }: Viewer,
  { name, bytes }: { name: string; bytes: number },
): Promise<ImportFile> {
  if (!findImportEnding(name))
    throw new Refusal('WRONG_TYPE', {
      detail: say`You can import GeoJSON, KML, KMZ, GPX, CSV, and OpenStreetMap files.`,
    })
  if (!(await hasSpace(bytes, dataDir, freeBytes))) throw new Refusal('STORAGE_FULL')
  const id = uuid()
  await insertFile(db, { id, name, bytes, uploaded_by: user_id })
  return getFile(db, id)
}

async function requireRow(db: Db, id: string, lock = false): Promise<FileRow> {
  const file = await findFileRow(db, id, { lock })
  if (!file) throw new Refusal('NOT_FOUND')
  return file
}

/**
 * Stores a part of an upload. The last one starts the reading.
 * @throws Refusal NOT_FOUND, CONFLICT, STORAGE_FULL if other uploads have filled the disk
 */
export async function storeFilePart(
  { db, jobs, files, dataDir, freeBytes }: Omit<FileDeps, 'audit'>,
  { file_id, number }: { file_id: string; number: number },
  content: Uint8Array,
): Promise<ImportFile> {
  const { bytes, arrived, state } = await requireRow(db, file_id)
  const start = number * IMPORT_PART_BYTES
  const end = start + content.length
  // The response to an earlier attempt was lost.
  if (end <= arrived && content.length > 0) return getFile(db, file_id)
  const isNext = state === 'uploading' && start === arrived
  if (!isNext || end !== Math.min(start + IMPORT_PART_BYTES, bytes)) throw new Refusal('CONFLICT')
  if (!(await hasSpace(bytes - arrived, dataDir, freeBytes))) throw new Refusal('STORAGE_FULL')
  await files.put(partName(file_id, number), content)
  const isKnown = await db.transaction().execute(async (tx) => {
    const now = await findFileRow(tx, file_id, { lock: true })
    if (now?.arrived !== start) return now !== undefined
    await setArrived(tx, file_id, end)
    if (end === bytes)
      await jobs.send(tx, READ_IMPORT_FILE, { file_id, round: await beginReading(tx, file_id) })
    return true
  })
  // The file was deleted while the part was stored.
  if (!isKnown) await files.removeKey(fileKey(file_id))
  return getFile(db, file_id)
}

/**
 * Sets a file's source and license, and reads it again.
 * @throws Refusal NOT_FOUND, CONFLICT before it has arrived, or once it's imported, because an import has one source
 */
export async function previewFileAs(
  { db, jobs }: Pick<FileDeps, 'db' | 'jobs'>,
  file_id: string,
  source: { source: string; licence: string; url: string | null },
): Promise<ImportFile> {
  await db.transaction().execute(async (tx) => {
    const { state, area_id } = await requireRow(tx, file_id, true)
    if (state === 'uploading' || area_id) throw new Refusal('CONFLICT')
    await setFileSource(tx, file_id, source)
    await jobs.send(tx, READ_IMPORT_FILE, { file_id, round: await beginReading(tx, file_id) })
  })
  return getFile(db, file_id)
}

/**
 * Imports a file as an admin: as an area, whose tiles are the file's parts.
 * @param wanted.version the version of the preview that the admin has seen
 * @throws Refusal NOT_FOUND, CONFLICT without a preview, a source, or a license, PREVIEW_CHANGED for another preview
 */
export async function startFileAs(
  { db, jobs, audit }: Pick<FileDeps, 'db' | 'jobs' | 'audit'>,
  { user_id }: Viewer,
  { file_id, version }: { file_id: string; version: number },
): Promise<ImportArea> {
  const id = await db.transaction().execute(async (tx) => {
    const row = await requireRow(tx, file_id, true)
    const { state, name, source, licence, preview, file_hash, parts, box } = row
    const area = toFileArea(file_id)
    const before = await findUnfinished(tx, area)
    if (before && !before.is_idle) return before.id
    if (row.round !== version) throw new Refusal('PREVIEW_CHANGED')
    if (state !== 'ready' || !source || !licence || !preview || !file_hash || !parts)
      throw new Refusal('CONFLICT')
    const run = await insertRun(tx, { dataset: preview.dataset, file: name, file_hash })
    const about = { run_id: run.id, area, label: name.slice(0, 120), server: null, started_by: user_id }
    const area_id = await insertArea(
      tx,
      about,
      Array.from({ length: parts }, () => box ?? WORLD),
    )
    if (!area_id) throw new Refusal('CONFLICT')
    await setFileArea(tx, file_id, area_id)
    await jobs.send(tx, IMPORT_AREA, { area_id })
    await audit.records(tx, { admin_id: user_id, act: 'imported_area', user_id: null, reason: about.label })
    return area_id
  })
  return getArea(db, id)
}

/** Deletes a file. @throws Refusal NOT_FOUND, CONFLICT while it's imported */
export async function deleteFile(
  { db, files }: Pick<FileDeps, 'db' | 'files'>,
  file_id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireRow(tx, file_id, true)
    if (await isImporting(tx, file_id)) throw new Refusal('CONFLICT')
    // If this fails, the row stays, so that the bytes are deleted later.
    await files.removeKey(fileKey(file_id))
    await deleteFileRow(tx, file_id)
  })
}

/** Deletes expired files and their bytes. */
export async function sweepFiles({ db, files }: Pick<FileDeps, 'db' | 'files'>): Promise<void> {
  for (const id of await selectExpired(db)) {
    await files.removeKey(fileKey(id))
    await deleteFileRow(db, id)
  }
}
