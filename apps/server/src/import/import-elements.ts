import type { RefusalKind } from '@nollie/contract'
import type { Tx } from '../db/open.ts'
import { findCounts, type OsmElement, type Run, saveProgress } from '../modules/imports/index.ts'
import { readAll, startCounts } from './import.ts'
import { locateRecords } from './locate-records.ts'
import { readAllFields } from './read-records.ts'
import { OSM_SOURCE, toOsmRecord } from './readers/osm.ts'
import { toShownLine } from './shown-line.ts'

/**
 * Imports elements from OpenStreetMap, as from an extract, and adds their numbers to the run's. Runs in the caller's
 * transaction. Returns the numbers of refused records by reason.
 * @param print receives a line for every record that was changed or not added
 */
export async function importElements(
  tx: Tx,
  run: Run,
  elements: readonly OsmElement[],
  print: (line: string) => void = () => {},
): Promise<Partial<Record<RefusalKind, number>>> {
  const refusals: Partial<Record<RefusalKind, number>> = {}
  const counts = startCounts(await findCounts(tx, run))
  const records = elements.map(({ id, tags, at, within }) => toOsmRecord(id, tags, { at, within }))
  await readAll(
    {
      db: tx,
      records: locateRecords(readAllFields(records), 'OpenStreetMap'),
      defaults: OSM_SOURCE,
      print: (line) => print(toShownLine(line)),
      onRefused: ({ kind }) => (refusals[kind] = (refusals[kind] ?? 0) + 1),
    },
    run,
    counts,
  )
  await saveProgress(tx, run, counts, OSM_SOURCE.source)
  return refusals
}
