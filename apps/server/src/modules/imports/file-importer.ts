import type { ImportPreview, RefusalKind } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import type { TileBox } from './ask-overpass.ts'
import type { Run } from './runs.queries.ts'

/** A file's source, license, and the source's page; null if unknown. */
export type FileSource = Record<'source' | 'licence' | 'url', string | null>

/** A local file to read. */
export type FileToRead = {
  path: string
  /** Its name for messages. */
  name: string
  source: FileSource
}

/** A part of an opened file. */
export type FilePart = {
  /** Imports the part's records in the caller's transaction; returns the numbers of refused records by reason. */
  importInto: (tx: Tx, run: Run) => Promise<Partial<Record<RefusalKind, number>>>
}

/** A file whose parts are read in order. */
export type OpenedFile = {
  /** Reads a part; earlier ones are skipped, or read again. */
  part: (number: number) => Promise<FilePart>
  close: () => Promise<void>
}

/** The result of a preview. The source is the one in the file, unless another one was given. */
export type FoundInFile = FileSource & { preview: ImportPreview; box: TileBox | null; parts: number }

/** The importer of files, which `app.ts` passes in, because commands import modules, and never the reverse. */
export type FileImporter = {
  /**
   * Reads a file, and returns what importing it would do. Changes nothing.
   * @throws StartRefused if the file can't be read, or has no spots
   */
  preview: (
    db: Db,
    file: FileToRead & { dataset: string },
    onRead: (count: number) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<FoundInFile>
  /** Opens a file to import it. */
  open: (file: FileToRead, signal: AbortSignal) => OpenedFile
}
