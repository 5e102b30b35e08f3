import { z } from 'zod'

/** Name of the entry that lists a backup's content; the last one. */
export const MANIFEST = 'manifest.json'
/** Where rows and files lie in a backup. */
export const ROWS = 'database/'
/** See {@link ROWS}. */
export const FILES = 'files/'

// Whatever lies in a data directory, and nothing that leads out of it.
const isInside = (name: string) =>
  /^(database|files)\/[^\\\0]+$/.test(name) &&
  name.split('/').every((part) => !['', '.', '..'].includes(part))

/** The description of a backup inside it. `sha256` and `bytes` are those of the content, packed or not. */
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

/** Where in a backup the rows of a table lie. */
export const rowsOf = (table: string): string => `${ROWS}${table}.copy`
