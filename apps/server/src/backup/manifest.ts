import { z } from 'zod'
import { AREAS, type Area } from '../platform/files/index.ts'

/** Name of the last entry, which lists the backup's content. */
export const MANIFEST = 'manifest.json'
/** Folder of the rows in a backup. */
export const ROWS = 'database/'
/** Folder of the files in a backup. */
export const FILES = 'files/'

// A relative path that stays inside the data directory.
const isInside = (name: string) =>
  /^(database|files)\/[^\\\0]+$/.test(name) &&
  name.split('/').every((part) => !['', '.', '..'].includes(part))

/** The manifest of a backup. `sha256` and `bytes` describe the uncompressed content. */
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

/** See {@link Manifest}. */
export type Manifest = z.output<typeof Manifest>

/** The entry with the rows of a table. */
export const buildRowsPath = (table: string): string => `${ROWS}${table}.copy`

/** The path of a stored file under {@link FILES}; the same as on disk, whatever store it comes from. */
export const storedName = (area: Area, name: string): string => `${area}/${name.slice(0, 2)}/${name}`

/** The stored file of a path under {@link FILES}; null for other files. */
export const storedFile = (name: string): { area: Area; name: string } | null => {
  const [area, , key, file, ...rest] = name.split('/')
  const known = AREAS.find((one) => one === area)
  return known && key && file && rest.length === 0 ? { area: known, name: `${key}/${file}` } : null
}
