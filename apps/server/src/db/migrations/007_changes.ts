import { type Kysely, sql } from 'kysely'

// Deleting a spot hides it (deleted_at) and its posts (posts.hidden_at, the same moment), so that both can come back; after
// thirty days purged_at says that only the tombstone is left, which keeps an import from bringing the place again.
// A cover always belongs to a post (docs/decisions/every-picture-has-a-post.md): those of older data get theirs here, of
// the spot's creator or else of the uploader, and from then on the database itself refuses others.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table posts
      add column version integer not null default 1,
      add column hidden_at timestamptz(3);

    alter table spots
      add column deleted_by uuid references users on delete set null,
      add column purged_at timestamptz(3),
      add check (purged_at is null or deleted_at is not null);
    create index spots_to_purge_idx on spots (deleted_at) where deleted_at is not null and purged_at is null;
    create index spots_cover_idx on spots (cover_media_id) where cover_media_id is not null;

    create table spot_edits (
      id uuid primary key,
      spot_id uuid not null references spots on delete cascade,
      user_id uuid references users on delete set null,
      action text not null check (action in ('edit', 'status', 'cover', 'delete', 'restore')),
      -- The version the change was made on.
      version integer not null,
      -- The changed fields as they were.
      before jsonb not null check (jsonb_typeof(before) = 'object'),
      created_at timestamptz(3) not null default now()
    );
    create index spot_edits_spot_idx on spot_edits (spot_id, id desc);
    create index spot_edits_user_idx on spot_edits (user_id) where user_id is not null;

    with bare as (
      select s.id as spot_id, m.id as media_id, coalesce(s.created_by, m.owner_id) as user_id, gen_random_uuid() as post_id,
        m.created_at
      from spots s join media m on m.id = s.cover_media_id
      where not exists (select from post_media pm where pm.media_id = m.id)
        and coalesce(s.created_by, m.owner_id) is not null
    ), first as (
      select distinct on (media_id) * from bare order by media_id, spot_id
    ), made as (
      insert into posts (id, user_id, spot_id, kind, title, created_at)
        select post_id, user_id, spot_id, 'on_demand', 'Media for ' || spot_id, created_at from first
    )
    insert into post_media (post_id, media_index, media_id) select post_id, 0, media_id from first;
    update spots s set cover_media_id = null
      where cover_media_id is not null and not exists (select from post_media pm where pm.media_id = s.cover_media_id);
    alter table spots drop constraint spots_cover_media_id_fkey;
    alter table spots add constraint spots_cover_is_posted foreign key (cover_media_id)
      references post_media (media_id) on delete set null deferrable initially deferred;
  `)
    .execute(db)
}
