import { type Kysely, sql } from 'kysely'

// The outbox of live changes: written in the transaction of their cause, sent after its commit. Topic is a public
// channel ('spots') or 'user:<id>' for one person alone. Data carries ids and counts, never content.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table events (
      id bigint generated always as identity primary key,
      topic text not null check (length(topic) <= 60),
      name text not null check (length(name) <= 40),
      data jsonb not null,
      created_at timestamptz(3) not null default now()
    );
    create index events_created_idx on events (created_at);
  `)
    .execute(db)
}
