import { z } from 'zod'
import { readDatabaseAddress } from './database-address.ts'
import { namesPooler } from './database-parameters.ts'
import type { Env } from '../environment.ts'
import { StartRefused } from '../platform/start-refused.ts'

function toAddress(text: string, context: z.RefinementCtx): string {
  const found = readDatabaseAddress(text)
  if ('href' in found) return found.href
  context.addIssue({ code: 'custom', message: found.problem })
  return z.NEVER
}

const POSTGRES = z.string().transform(toAddress).optional()

/** Environment variables for the operator's own PostgreSQL. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: POSTGRES,
  DATABASE_DIRECT_URL: POSTGRES,
  DATABASE_REPLICA_URL: z
    .string()
    .transform((text, context) => text.split(',').map((part) => toAddress(part, context)))
    .default([]),
}

type DatabaseVariables = Readonly<{
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_REPLICA_URL: readonly string[]
}>

/**
 * Checks variables that depend on others. `given` has them as the operator wrote them.
 * @throws StartRefused if variables for the operator's database are set without others that they need
 */
export function requireDatabase(data: DatabaseVariables, given: Env): void {
  if (namesPooler(given.DATABASE_URL ?? '') && !data.DATABASE_DIRECT_URL)
    throw new StartRefused(
      'DATABASE_URL leads to a pooler (pgbouncer=true). Also set DATABASE_DIRECT_URL to the database itself.',
    )
  if (data.DATABASE_URL && given.PGHOST && !new URL(data.DATABASE_URL).hostname)
    throw new StartRefused("DATABASE_URL must name a host; PGHOST isn't read")
  if (data.DATABASE_DIRECT_URL && !data.DATABASE_URL)
    throw new StartRefused('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler in front of it')
  if (data.DATABASE_REPLICA_URL.length > 0 && !data.DATABASE_URL)
    throw new StartRefused('DATABASE_REPLICA_URL needs DATABASE_URL, the primary of these replicas')
}
