/** Extensions of the files that an admin can upload for an import. */
export const IMPORT_FILE_ENDINGS = [
  '.geojson',
  '.json',
  '.geojsonl',
  '.geojsonseq',
  '.ndjson',
  '.kml',
  '.kmz',
  '.gpx',
  '.csv',
  '.tsv',
  '.osm',
  '.osm.pbf',
] as const

/** The extension of a file that an admin can upload for an import. */
export type ImportFileEnding = (typeof IMPORT_FILE_ENDINGS)[number]

/** Maximum size of such a file. */
export const IMPORT_FILE_BYTES_MAX = 1_000_000_000

/** Bytes per request of an upload. Only the last part is smaller. */
export const IMPORT_PART_BYTES = 4 * 1024 * 1024

/** Days until an uploaded file is deleted if no one imports it. */
export const IMPORT_FILE_DAYS = 7

/** Returns a file name's extension if it's supported, otherwise null. */
export function findImportEnding(name: string): ImportFileEnding | null {
  return IMPORT_FILE_ENDINGS.find((ending) => name.toLowerCase().endsWith(ending)) ?? null
}
