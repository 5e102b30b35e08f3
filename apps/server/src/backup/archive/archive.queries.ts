import pg from 'pg'
import { type Lsn, parseLsn, formatLsn, Segments } from './segments.ts'

/** A superuser connection to the embedded database. */
export type Admin = pg.Client

/** Connects as superuser, without time limits. */
export async function connectAdmin(adminUrl: string): Promise<Admin> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: `nollie archive ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    options: '-c statement_timeout=0 -c timezone=UTC',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The replication slot of an archive line. The database retains WAL from `restart` onward. */
export type Slot = { line: string; restart: Lsn | null; isLost: boolean }

/** The WAL's current position, and the slots that retain it. */
export type LogState = { flushed: Lsn; now: Date; segments: Segments; slots: Slot[] }

/** Reads everything that a backup round needs. */
export async function selectLogState(client: Admin): Promise<LogState> {
  const { rows } = await client.query<{ flushed: string; now: Date; timeline: number; bytes: number }>(
    `select clock_timestamp() as now, pg_current_wal_flush_lsn()::text as flushed,
       (select timeline_id from pg_control_checkpoint()) as timeline,
       (select setting::int from pg_settings where name = 'wal_segment_size') as bytes`,
  )
  const slots = await client.query<{ line: string; restart: string | null; lost: boolean }>(
    `select slot_name as line, restart_lsn::text as restart, coalesce(wal_status = 'lost', true) as lost
     from pg_replication_slots where slot_name like 'nollie\\_%' order by 1`,
  )
  const state = rows[0]
  if (!state) throw new Error("the database didn't respond")
  return {
    flushed: parseLsn(state.flushed),
    now: state.now,
    segments: new Segments(state.timeline, state.bytes),
    slots: slots.rows.map(({ line, restart, lost }) => ({
      line,
      restart: restart === null ? null : parseLsn(restart),
      isLost: lost || restart === null,
    })),
  }
}

/** Creates a slot, so that the database retains WAL until it's archived, up to the limit in its settings. */
export async function createSlot(client: Admin, line: string): Promise<void> {
  await client.query('select pg_create_physical_replication_slot($1, true)', [line])
}

/** Deletes a slot, so that the database can remove its WAL. */
export async function dropSlot(client: Admin, line: string): Promise<void> {
  await client.query('select pg_drop_replication_slot($1)', [line])
}

/** Advances a slot, so that the database can remove WAL before a position. */
export async function advanceSlot(client: Admin, line: string, to: Lsn): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [line, formatLsn(to)])
}

/** Starts a base backup, which ends with the connection. */
export async function startBase(client: Admin, label: string): Promise<{ start: Lsn; at: Date }> {
  const { rows } = await client.query<{ start: string; at: Date }>(
    'select pg_backup_start($1, true)::text as start, clock_timestamp() as at',
    [label],
  )
  return { start: parseLsn(rows[0]?.start ?? ''), at: rows[0]?.at ?? new Date() }
}

/** A completed base backup: the end of its WAL, and the content of its backup_label. */
export type StoppedBase = { stop: Lsn; label: string; at: Date }

/** Ends a base backup and the current segment. */
export async function stopBase(client: Admin): Promise<StoppedBase> {
  const { rows } = await client.query<{ stop: string; label: string; at: Date }>(
    'select lsn::text as stop, labelfile as label, clock_timestamp() as at from pg_backup_stop(false)',
  )
  const row = rows[0]
  if (!row) throw new Error('the base backup did not finish')
  return { stop: parseLsn(row.stop), label: row.label, at: row.at }
}
