import type { RefusalKind } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import {
  type FileImporter,
  type FileToRead,
  findCounts,
  type OpenedFile,
  type Run,
  saveProgress,
} from '../../modules/imports/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { readAll, startCounts } from '../import.ts'
import { inParts } from './in-parts.ts'
import { previewFile } from './preview-file.ts'
import { readInProcess } from './read-in-process.ts'
import type { RawRecord } from '../read-records.ts'
import type { Defaults } from '../validate-record.ts'

/** Imports records, and adds their numbers to the run's. Returns the numbers of refused records by reason. */
export async function importPart(
  tx: Tx,
  run: Run,
  records: readonly RawRecord[],
  defaults: Defaults,
): Promise<Partial<Record<RefusalKind, number>>> {
  const refusals: Partial<Record<RefusalKind, number>> = {}
  const counts = startCounts(await findCounts(tx, run))
  const onRefused = ({ kind }: { kind: RefusalKind }) => {
    refusals[kind] = (refusals[kind] ?? 0) + 1
  }
  await readAll({ db: tx, records, defaults, print: () => {}, onRefused }, run, counts)
  await saveProgress(tx, run, counts, defaults.source ?? null)
  return refusals
}

/** A file's parts, read in order by another process. */
class PartReader implements OpenedFile {
  readonly #file: FileToRead
  readonly #signal: AbortSignal
  #parts: AsyncGenerator<RawRecord[]> | null = null
  #next = 0

  constructor(file: FileToRead, signal: AbortSignal) {
    this.#file = file
    this.#signal = signal
  }

  async part(number: number) {
    const { path, name, source } = this.#file
    if (number < this.#next) await this.close()
    this.#parts ??= inParts(readInProcess(path, name, this.#signal))
    for (;;) {
      const { value, done } = await this.#parts.next()
      if (done) throw new StartRefused(`${name} has fewer records than before.`)
      this.#next += 1
      if (this.#next <= number) continue
      const defaults = {
        source: source.source ?? undefined,
        licence: source.licence ?? undefined,
        url: source.url ?? undefined,
      }
      return { importInto: (tx: Tx, run: Run) => importPart(tx, run, value, defaults) }
    }
  }

  async close() {
    await this.#parts?.return(undefined)
    this.#parts = null
    this.#next = 0
  }
}

/** The importer of files that admins upload. */
export const fileImporter: FileImporter = {
  preview: previewFile,
  open: (file, signal) => new PartReader(file, signal),
}
