import { findImportEnding } from '@nollie/contract/imports/file-limits'
import type { Db } from '../../db/open.ts'
import { type FileStore, isNoSuchFile } from '../../platform/files/index.ts'
import { jobKind, type JobRun } from '../../platform/jobs/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { toDatasetName } from './dataset-name.ts'
import type { FileImporter } from './file-importer.ts'
import { findFileRow, type Reading, saveReady, saveRead, saveRefused } from './import-files.queries.ts'
import { fetchFile } from './import-files.store.ts'

/** Job that reads an uploaded file for its preview. It changes no spots. */
export const READ_IMPORT_FILE = jobKind<Reading>({
  name: 'read-import-file',
  retries: 5,
  retryDelay: 5,
  retryDelayMax: 60,
  expireInSeconds: 2 * 3600,
  heartbeatSeconds: 30,
  concurrency: 1,
})

/** What the job needs. */
export type ReadFileDeps = { db: Db; files: FileStore; importer: FileImporter }

/** Returns the name of the dataset in a file. */
export function nameFileDataset(name: string): string {
  const ending = findImportEnding(name) ?? ''
  return (toDatasetName(name.slice(0, name.length - ending.length)) || 'spots').slice(0, 120).toWellFormed()
}

/** Thrown if the reading isn't wanted anymore, for example because the file was deleted. */
class Outdated extends Error {}

async function read({ db, files, importer }: ReadFileDeps, reading: Reading, signal: AbortSignal) {
  const row = await findFileRow(db, reading.file_id)
  if (row?.state !== 'reading' || row.round !== reading.round) return
  const local = await fetchFile(files, row, signal)
  try {
    const found = await importer.preview(
      db,
      {
        path: local.path,
        name: row.name,
        dataset: nameFileDataset(row.name),
        source: { source: row.source, licence: row.licence, url: row.url },
      },
      async (count) => {
        signal.throwIfAborted()
        if (!(await saveRead(db, reading, count))) throw new Outdated()
      },
      signal,
    )
    await saveReady(db, reading, { ...found, file_hash: local.file_hash })
  } finally {
    await local.remove()
  }
}

/** Reads a file. If that fails because of the file, the file is refused with the reason. */
export function runReadFile(deps: ReadFileDeps) {
  return async ({
    data,
    lastTry,
    signal,
  }: Pick<JobRun<Reading>, 'data' | 'lastTry' | 'signal'>): Promise<void> => {
    try {
      await read(deps, data, signal)
    } catch (error) {
      if (error instanceof Outdated) return
      if (error instanceof StartRefused) return saveRefused(deps.db, data, error.message)
      if ((lastTry && !signal.aborted) || isNoSuchFile(error)) await saveRefused(deps.db, data, null)
      throw error
    }
  }
}
