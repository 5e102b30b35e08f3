import { StartRefused } from '../platform/start-refused.ts'
import { locateRecords } from './locate-records.ts'
import { readCsv } from './readers/csv.ts'
import { readGeoJson, readGeoJsonLines } from './readers/geojson.ts'
import { readGpx } from './readers/gpx.ts'
import { readKml } from './readers/kml.ts'
import { readKmz } from './readers/kmz.ts'
import { readOsm, readOsmXml } from './readers/osm.ts'
import {
  IMPORT_FILE_ENDINGS,
  findImportEnding,
  type ImportFileEnding,
} from '@nollie/contract/imports/file-limits'
import { readFields } from './read-fields.ts'
import type { RawRecord, SayNothing } from './readers/raw-record.ts'

export type { RawRecord } from './readers/raw-record.ts'

type Reader = (
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
) => AsyncGenerator<RawRecord>

const READERS: Record<ImportFileEnding, Reader> = {
  '.geojson': readGeoJson,
  '.json': readGeoJson,
  '.geojsonl': readGeoJsonLines,
  '.geojsonseq': readGeoJsonLines,
  '.ndjson': readGeoJsonLines,
  '.kml': readKml,
  '.kmz': readKmz,
  '.gpx': readGpx,
  '.csv': readCsv,
  '.tsv': readCsv,
  '.osm': readOsmXml,
  '.osm.pbf': readOsm,
}

/** File extensions that the import supports. */
export const ENDINGS: readonly string[] = IMPORT_FILE_ENDINGS

/**
 * Reads a file's records one at a time, so that memory doesn't grow with the file. Their properties use the import's
 * own names, no matter what the file calls them.
 * @param encoding for text that doesn't declare one; UTF-8 by default
 * @param sayNothing receives the reason why a readable file has no records
 * @throws StartRefused for an unsupported format
 */
export function readRecords(
  file: string,
  encoding?: string,
  sayNothing: SayNothing = () => {},
): AsyncGenerator<RawRecord> {
  const ending = findImportEnding(file)
  if (!ending) throw new StartRefused(`${file}: the name must end in ${ENDINGS.join(', ')}.`)
  return locateRecords(readAllFields(READERS[ending](file, encoding, sayNothing)), file)
}

const BROKEN = 'its text has a different encoding: set it with --encoding'

/** Reads the fields of a format reader's records. */
export async function* readAllFields(
  records: AsyncIterable<RawRecord> | Iterable<RawRecord>,
): AsyncGenerator<RawRecord> {
  for await (const record of records) {
    const { fields, isBroken } = readFields(record.properties)
    const why = record.unreadable ?? (isBroken ? BROKEN : undefined)
    yield { ...record, properties: fields, ...(why && { unreadable: why }) }
  }
}
