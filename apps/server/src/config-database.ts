import { z } from 'zod'
import { address } from './config-values.ts'
import { StartRefused } from './platform/start-refused.ts'

const POSTGRES = address(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/nollie')

/** Variables about a PostgreSQL of the operator's. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: POSTGRES,
  DATABASE_DIRECT_URL: POSTGRES,
  DATABASE_REPLICA_URL: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (list) => list.every((part) => URL.canParse(part) && /^postgres(ql)?:$/.test(new URL(part).protocol)),
      'must be addresses like postgresql://user:password@replica:5432/nollie, separated by commas',
    )
    .default([]),
}

type DatabaseVariables = Readonly<{
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_REPLICA_URL: readonly string[]
}>

/** @throws StartRefused for variables about a database of the operator's where none is named */
export const requireDatabase = (data: DatabaseVariables): void => {
  if (data.DATABASE_DIRECT_URL && !data.DATABASE_URL)
    throw new StartRefused('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler before it')
  if (data.DATABASE_REPLICA_URL.length > 0 && !data.DATABASE_URL)
    throw new StartRefused(
      'DATABASE_REPLICA_URL needs DATABASE_URL, the database of which these are replicas',
    )
}
