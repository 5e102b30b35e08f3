import { type Kysely, sql } from 'kysely'

// Discover walks the posts that have something to see, newest first. A post of words alone is of kind 'text', and only it
// is: stretches of words of any length cost the walk nothing.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create index posts_seen_idx on posts (created_at desc, id desc) where kind <> 'text' and hidden_at is null;
  `)
    .execute(db)
}
