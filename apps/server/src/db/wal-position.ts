import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Parses a WAL position (`1A/2B3C`) as a number. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Whether a position is ahead of a replica's replay. */
export function isNewer(position: string, replayed: bigint): boolean {
  return parseLsn(position) > replayed
}

/** Returns the position after all current writes. */
export async function readPosition(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db)
  return rows[0]?.lsn
}
