-- What several nouns need: searching in texts, the time of a change, the signal that work waits.
-- Everything here must work under any search_path, for generated columns and indexes are built from it.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create function nollie_normalize(text) returns text language sql immutable strict parallel safe as
  $$ select lower(public.unaccent('public.unaccent', normalize($1, NFKC))) $$;
comment on function nollie_normalize(text) is
  'Text as it is searched: small letters without accents. In the database because generated columns and their '
  'indexes are made of it.';

create function nollie_like_pattern(text) returns text language sql immutable strict parallel safe as
  $$ select '%' || regexp_replace(public.nollie_normalize($1), '([\\%_])', '\\\1', 'g') || '%' $$;
comment on function nollie_like_pattern(text) is
  'The LIKE pattern that finds a typed text anywhere in a normalized one. In the database because normalizing may '
  'itself bring forth % and _, which are escaped after it.';

create function nollie_set_updated_at() returns trigger language plpgsql as
  $$ begin new.updated_at := now(); return new; end $$;
comment on function nollie_set_updated_at() is
  'Writes updated_at at every change of a row, so that no statement can forget it.';

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
  'Notifies nollie_work with the name of the table, so that its worker begins at the commit '
  '(docs/decisions/0052-rollups-on-signal.md). At most once in 0.2 s a connection and table, for commits that '
  'notify go one after another; workers look again after 0.4 s.';
