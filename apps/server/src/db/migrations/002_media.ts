import { type Kysely, sql } from 'kysely'

// A media row begins with its upload and belongs to one person; a post takes it once (post_media.media_id is unique).
// `key` is known before the first file is written under it, so a file that no row names is rubbish. `bytes` is what was
// sent, `stored_bytes` what is kept. `tries` outlives the queue's own count, so that a file which brings the server down
// is given up too. The collector marks a row with `unwanted_since` and deletes it later, unless it was taken meanwhile.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table media (
      id uuid primary key,
      owner_id uuid references users on delete set null,
      type text not null check (type in ('image', 'video')),
      status text not null check (status in ('uploading', 'processing', 'ready', 'failed')),
      key text unique check (key ~ '^[a-z2-7]{26}$'),
      bytes bigint not null check (bytes > 0),
      stored_bytes bigint not null default 0 check (stored_bytes >= 0),
      tries smallint not null default 0 check (tries >= 0),
      width integer check (width > 0),
      height integer check (height > 0),
      thumbhash text check (length(thumbhash) <= 64),
      duration real check (duration >= 0),
      failure text check (length(failure) <= 200),
      attached_at timestamptz(3),
      unwanted_since timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      check (status = 'uploading' or status = 'failed' or key is not null),
      check (status <> 'ready' or (width is not null and height is not null and thumbhash is not null)),
      check (status <> 'ready' or (type = 'video') = (duration is not null)),
      check ((status = 'failed') = (failure is not null)),
      check (attached_at is null or status <> 'uploading')
    );
    create index media_owner_id_idx on media (owner_id, created_at);
    create index media_unattached_idx on media (created_at) where attached_at is null;
    create index media_unfinished_idx on media (updated_at) where status in ('uploading', 'processing');
    create index media_unwanted_idx on media (unwanted_since) where unwanted_since is not null;
    create trigger media_touch before update on media for each row execute function nollie_touch();
  `)
    .execute(db)
}
