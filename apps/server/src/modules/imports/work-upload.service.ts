import type { RefusalKind, StopReason } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { type FileStore, isNoSuchFile } from '../../platform/files/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import type { FileImporter, FilePart, OpenedFile } from './file-importer.ts'
import {
  addRefusals,
  lockClaim,
  parseFileArea,
  renewClaim,
  setTile,
  type WorkingArea,
} from './import-areas.queries.ts'
import { findFileRow, renewFile } from './import-files.queries.ts'
import { fetchFile, type LocalFile } from './import-files.store.ts'

/** How often a worker renews its claim during a part. */
const RENEW_MS = 30_000

/** The store of uploaded files, and the importer that reads them. */
export type Uploads = { files: FileStore; importer: FileImporter }

/** Stores a part's records, its outcome, and the run's counts in one transaction, so that none is counted twice. */
function storePart(db: Db, area: WorkingArea, number: number, part: FilePart): Promise<void> {
  const { id, run } = area
  return db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, area))) return
    const refusals: Partial<Record<RefusalKind, number>> = await part.importInto(tx, run)
    await setTile(tx, id, number, { state: 'done' })
    await addRefusals(tx, id, refusals)
  })
}

/** A worker's copy of an uploaded file, from its first part to its last. */
export class UploadWork {
  readonly #uploads: Uploads
  readonly #signal: AbortSignal
  #local: LocalFile | null = null
  #opened: OpenedFile | null = null

  constructor(uploads: Uploads, signal: AbortSignal) {
    this.#uploads = uploads
    this.#signal = signal
  }

  /** Imports a part of a file. Returns why the import has to stop; null if it doesn't. */
  async importPart(
    db: Db,
    area: WorkingArea,
    { worker, number }: { worker: string; number: number },
  ): Promise<StopReason | null> {
    const file_id = parseFileArea(area.area) ?? ''
    // The first part of a large file takes long: the file is copied, and finished parts are skipped.
    const renewing = setInterval(() => void renewClaim(db, area.id, worker).catch(() => undefined), RENEW_MS)
    try {
      this.#opened ??= await this.#open(db, file_id)
      const part = await this.#opened.part(number)
      await storePart(db, area, number, part)
      await renewFile(db, file_id)
      return null
    } catch (error) {
      if (isNoSuchFile(error)) return 'no_file'
      if (error instanceof StartRefused) return 'failed'
      throw error
    } finally {
      clearInterval(renewing)
    }
  }

  async #open(db: Db, file_id: string): Promise<OpenedFile> {
    const row = await findFileRow(db, file_id)
    if (!row) throw Object.assign(new Error(`file ${file_id} was deleted`), { code: 'ENOENT' })
    this.#local = await fetchFile(this.#uploads.files, row, this.#signal)
    const { name, source, licence, url } = row
    return this.#uploads.importer.open(
      { path: this.#local.path, name, source: { source, licence, url } },
      this.#signal,
    )
  }

  /** Ends the reading and deletes the copy. */
  async close(): Promise<void> {
    await this.#opened?.close()
    await this.#local?.remove()
  }
}
