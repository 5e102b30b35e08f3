import { z } from 'zod'
import { AREAS, type Area } from '../platform/files/index.ts'

/** The name of the last entry, which lists the backup's content. */
export const MANIFEST = 'manifest.json'
/** The folder for rows in a backup. */
export const ROWS = 'database/'
/** The folder for files in a backup. */
export const FILES = 'files/'

// Whether a name is a relative path that stays inside the data directory.
function isInside(name: string) {
  return (
    /^(database|files)\/[^\\\0]+$/.test(name) &&
    name.split('/').every((part) => !['', '.', '..'].includes(part))
  )
}

/** A backup's manifest. `sha256` and `bytes` describe the uncompressed content. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  steps: z.array(z.string()),
  jobs_version: z.number().int().nullable(),
  tables: z.array(
    z.object({
      table: z.string().regex(/^(public|jobs)\.\w+$/),
      columns: z.array(z.string().regex(/^\w+$/)),
    }),
  ),
  sequences: z.array(
    z.object({ sequence: z.string(), value: z.string().regex(/^\d+$/), is_called: z.boolean() }),
  ),
  entries: z.record(
    z.string().refine(isInside),
    z.object({ bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

/** A backup's manifest. */
export type Manifest = z.output<typeof Manifest>

/** Returns the name of the entry with a table's rows. */
export function buildRowsPath(table: string): string {
  return `${ROWS}${table}.copy`
}

/** Returns a stored file's path under {@link FILES}, which is the same as on disk, regardless of the store. */
export function toStoredName(area: Area, name: string): string {
  return `${area}/${name.slice(0, 2)}/${name}`
}

/** Parses a stored file's path under {@link FILES}; null for other files. */
export function parseStoredName(name: string): { area: Area; name: string } | null {
  const [area, , key, file, ...rest] = name.split('/')
  const known = AREAS.find((one) => one === area)
  return known && key && file && rest.length === 0 ? { area: known, name: `${key}/${file}` } : null
}
