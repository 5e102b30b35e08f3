import { type Kysely, sql } from 'kysely'

// The rows of files are the queue of work on them: `claim` names the work on one (null: nobody is at it), `due_at` is
// when it may be begun, or when the claim lapses. Whoever waits longest since their last turn goes first.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table media
      add column claim uuid,
      add column due_at timestamptz(3) not null default now(),
      add constraint media_claim_processing check (claim is null or status = 'processing');
    create index media_processing_idx on media (due_at) where status = 'processing';
    create table media_turns (
      owner_id uuid not null references users on delete cascade,
      lane text not null check (lane in ('quick', 'encode')),
      served_at timestamptz(3) not null,
      primary key (owner_id, lane)
    );
  `)
    .execute(db)
}
