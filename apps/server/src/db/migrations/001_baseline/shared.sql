-- Shared by several nouns: text search, modification times, signals for queued work, turns of clean-ups. Everything
-- here must work under any search_path, because generated columns and indexes use it.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create function nollie_normalize(text) returns text language sql immutable strict parallel safe as
  $$ select lower(public.unaccent('public.unaccent', normalize($1, NFKC))) $$;
comment on function nollie_normalize(text) is
  'Normalizes a text for search: lower case without accents. In the database because generated columns and their '
  'indexes use it.';

create function nollie_like_pattern(text) returns text language sql immutable strict parallel safe as
  $$ select '%' || regexp_replace(public.nollie_normalize($1), '([\\%_])', '\\\1', 'g') || '%' $$;
comment on function nollie_like_pattern(text) is
  'The LIKE pattern that finds a text anywhere in a normalized one. In the database because normalizing can produce '
  '% and _, which must be escaped afterwards.';

create function nollie_set_updated_at() returns trigger language plpgsql as
  $$ begin new.updated_at := now(); return new; end $$;
comment on function nollie_set_updated_at() is
  'Sets updated_at on every change of a row, so that no statement can forget it.';

create function nollie_signal_work() returns trigger language plpgsql as $$
  declare
    setting text := 'nollie.signalled_' || tg_table_name;
    moment double precision := extract(epoch from clock_timestamp());
  begin
    if moment - coalesce(nullif(current_setting(setting, true), ''), '0')::double precision not between 0 and 0.2 then
      perform set_config(setting, moment::text, false);
      perform pg_notify('nollie_work', tg_table_name);
    end if;
    return null;
  end $$;
comment on function nollie_signal_work() is
  'Notifies nollie_work with the name of the table, so that its worker starts at commit '
  '(docs/decisions/0052-rollups-on-signal.md). At most once in 0.2 s per connection and table, because commits that '
  'notify are serialized; workers poll after 0.4 s.';

create table task_turns (
  name text primary key,
  holder uuid not null,
  started_at timestamptz(3) not null,
  leased_until timestamptz(3) not null
);
comment on table task_turns is
  'Which process last ran a scheduled task, and until when no other process can run it '
  '(docs/decisions/0065-roles.md).';
