import { StartRefused } from '../platform/start-refused.ts'
import { locateRecords } from './locate-records.ts'
import { readCsv } from './readers/csv.ts'
import { readGeoJson, readGeoJsonLines } from './readers/geojson.ts'
import { readGpx } from './readers/gpx.ts'
import { readKml } from './readers/kml.ts'
import { readKmz } from './readers/kmz.ts'
import { readOsm } from './readers/osm.ts'
import type { RawRecord } from './readers/raw-record.ts'

export type { RawRecord } from './readers/raw-record.ts'

const READERS: Record<string, (file: string, encoding?: string) => AsyncGenerator<RawRecord>> = {
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
  '.osm.pbf': readOsm,
}

/** The ending of a file that can be read; undefined for another one. */
export const endingOf = (file: string): string | undefined =>
  Object.keys(READERS).find((ending) => file.toLowerCase().endsWith(ending))

/**
 * Reads the records of a file one after another, so that memory does not grow with it.
 * @param encoding of a text that does not say its own; UTF-8 by default
 * @throws StartRefused for a file of another format
 */
export const readRecords = (file: string, encoding?: string): AsyncGenerator<RawRecord> => {
  const reader = READERS[endingOf(file) ?? '']
  if (!reader) throw new StartRefused(`${file}: give a file ending in ${Object.keys(READERS).join(', ')}.`)
  return locateRecords(reader(file, encoding), file)
}
