import { type Kysely, sql } from 'kysely'

// A media row begins with its upload and belongs to one person; a post takes it once (post_media.media_id is unique).
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table media (
      id uuid primary key,
      owner_id uuid references users on delete set null,
      type text not null check (type in ('image', 'video')),
      status text not null check (status in ('uploading', 'processing', 'ready', 'failed')),
      key text unique check (key ~ '^[a-z0-9]{26,64}$'),
      bytes bigint not null check (bytes > 0),
      width integer check (width > 0),
      height integer check (height > 0),
      thumbhash text check (length(thumbhash) <= 64),
      duration real check (duration >= 0),
      failure text check (length(failure) <= 200),
      attached_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      check (status <> 'ready' or (key is not null and width is not null and height is not null))
    );
    create index media_owner_id_idx on media (owner_id, created_at);
    create index media_unattached_idx on media (created_at) where attached_at is null;
    create trigger media_touch before update on media for each row execute function nollie_touch();
  `)
    .execute(db)
}
