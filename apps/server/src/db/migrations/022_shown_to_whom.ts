import { type Kysely, sql } from 'kysely'

// What a spot says has an author of its own, who may be hidden from a reader while the place stays: whoever wrote the
// description last. A spot's name and description that moderators hid wait in spot_hidden_texts for the day on which the
// decision is taken back; the spot itself has neutral ones meanwhile, so that no reader, search or event can show them.
// post_media.used_as says what an item was before its post was hidden, so that it can be that again.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table spots add column description_by uuid references users on delete set null;
    create index spots_description_by_idx on spots (description_by) where description_by is not null;
    update spots s set description_by = coalesce((
        select e.user_id from spot_edits e where e.spot_id = s.id and e.action = 'edit' and e.before ? 'description'
        order by e.id desc limit 1), s.created_by)
      where s.description is not null;

    create table spot_hidden_texts (
      spot_id uuid primary key references spots on delete cascade,
      name text not null,
      description text,
      description_by uuid references users on delete set null,
      -- What the spot was called instead.
      shown_name text not null,
      hidden_at timestamptz(3) not null default now()
    );
    alter table post_media add column used_as text check (used_as in ('cover', 'profile_picture'));
    create index spot_hidden_texts_by_idx on spot_hidden_texts (description_by) where description_by is not null;
  `)
    .execute(db)
}
