import { type Kysely, sql } from 'kysely'

// What an admin deletes in its place is written down too.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table moderation_log drop constraint moderation_log_act_check;
    alter table moderation_log add constraint moderation_log_act_check
      check (act in ('decided', 'deleted', 'suspended', 'let_in', 'upheld', 'reversed'));
  `)
    .execute(db)
}
