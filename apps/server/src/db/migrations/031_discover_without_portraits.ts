import { type Kysely, sql } from 'kysely'

// Discover shows photos and videos of spots and posts; profile pictures have their place on profiles and in the feed.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    drop index posts_seen_idx;
    create index posts_seen_idx on posts (created_at desc, id desc)
      where kind <> 'text' and kind <> 'profile_picture' and hidden_at is null;
  `)
    .execute(db)
}
