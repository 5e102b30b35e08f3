import { ImportFileSource, type ImportPreview, type RefusalKind } from '@nollie/contract/imports'
import { findImportEnding } from '@nollie/contract/imports/file-limits'
import type { Db } from '../../db/open.ts'
import { type FileImporter, insertRun } from '../../modules/imports/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { type ImportCounts, readAll, type Refused, startCounts } from '../import.ts'
import { inParts } from './in-parts.ts'
import { PreviewPoints } from './preview-points.ts'
import { readInProcess } from './read-in-process.ts'
import type { RawRecord } from '../read-records.ts'
import { OSM_SOURCE } from '../readers/osm.ts'
import { toShownLine } from '../shown-line.ts'
import type { Defaults } from '../validate-record.ts'

/** Number of refused records per reason that a preview shows. */
const SAMPLES = 3
/** Allows a preview before the admin has named a license. */
const NO_LICENCE = '-'

/** Thrown to roll back a part's transaction. */
class PreviewEnds extends Error {}

type Refusals = Map<RefusalKind, ImportPreview['refusals'][number]>

// Truncating can split an emoji, and half of one can't be stored.
function cut(text: string, max: number): string {
  return toShownLine(text).slice(0, max).toWellFormed()
}

function addRefusal(refusals: Refusals, { kind, why, record }: Refused): void {
  const group = refusals.get(kind) ?? { kind, count: 0, samples: [] }
  refusals.set(kind, group)
  group.count += 1
  if (group.samples.length < SAMPLES)
    group.samples.push({
      where: cut(record.where, 120),
      name: cut(String(record.properties.name ?? '').trim(), 120),
      why: cut(why, 200),
    })
}

/** Cleans a text as if an admin had sent it; null if it can't be a source or a license. */
function toSourceText(value: unknown): string | null {
  return ImportFileSource.shape.source.safeParse(value).data ?? null
}

type Source = Parameters<FileImporter['preview']>[1]['source']

/** Returns the source and license that a file's first records name. */
export function suggestSource(records: readonly RawRecord[], ending: string): Source {
  const osm = { source: OSM_SOURCE.source, licence: OSM_SOURCE.licence, url: OSM_SOURCE.url }
  if (ending.startsWith('.osm')) return osm
  const own = records.find(({ properties }) => toSourceText(properties.source))?.properties
  if (own) return { source: toSourceText(own.source), licence: toSourceText(own.licence), url: null }
  const isOsm =
    records.length > 0 &&
    records.every(({ properties }) => /^(node|way|relation)\/\d+$/.test(String(properties.id ?? '')))
  return isOsm ? osm : { source: null, licence: null, url: null }
}

/** Writes a part as an import would, and rolls it back. */
async function tryPart(
  db: Db,
  dataset: string,
  given: { records: readonly RawRecord[]; defaults: Defaults },
  into: { counts: ImportCounts; refusals: Refusals; points: PreviewPoints },
): Promise<void> {
  const { counts, refusals, points } = into
  await db
    .transaction()
    .execute(async (tx) => {
      const run = await insertRun(tx, { dataset, file: '-', file_hash: '0'.repeat(64) })
      const onRefused = (refused: Refused) => addRefusal(refusals, refused)
      const onAccepted = (record: RawRecord) => record.at && points.add(record.at)
      await readAll({ ...given, db: tx, print: () => {}, onRefused, onAccepted }, run, counts)
      throw new PreviewEnds()
    })
    .catch((error: unknown) => {
      if (!(error instanceof PreviewEnds)) throw error
    })
}

/**
 * Reads a file, and returns what importing it would do. Each part of 1,000 records is written and rolled back, so the
 * counts match a real import. Only records that describe the same place in two parts count twice.
 */
export const previewFile: FileImporter['preview'] = async (
  db,
  { path, name, dataset, source: given },
  onRead,
  signal,
) => {
  const ending = findImportEnding(name) ?? '.json'
  const [counts, refusals, points] = [startCounts(), new Map() as Refusals, new PreviewPoints()]
  let source = given
  let nothing = ''
  let parts = 0
  for await (const records of inParts(readInProcess(path, name, signal, (why) => (nothing = why)))) {
    if (parts === 0 && given.source === null) source = suggestSource(records, ending)
    parts += 1
    const defaults = {
      source: source.source ?? dataset.slice(0, 80),
      licence: source.licence ?? NO_LICENCE,
      url: source.url ?? undefined,
    }
    await tryPart(db, dataset, { records, defaults }, { counts, refusals, points })
    await onRead(counts.read)
  }
  if (counts.read === 0)
    throw new StartRefused(`${name} has no spots: ${nothing || 'it contains no places'}.`)
  const { read, lines, added, updated, known, same, refused, conflicts } = counts
  return {
    ...source,
    parts,
    box: points.box,
    preview: {
      ending,
      dataset,
      read,
      lines,
      added,
      updated,
      refused,
      conflicts,
      here: known + same,
      refusals: [...refusals.values()].toSorted((a, b) => b.count - a.count),
      points: points.list(),
    },
  }
}
