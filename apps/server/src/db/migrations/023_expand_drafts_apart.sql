-- A draft's file is never shown publicly, whatever the program does. Each side locks the file first, so that the later
-- one of two concurrent transactions sees the earlier one's change.
create function nollie_check_draft_media() returns trigger language plpgsql as $$
  begin
    perform from media m where m.id = new.media_id for no key update;
    if exists (select from ads a where a.media_id = new.media_id)
      or exists (select from post_media pm where pm.media_id = new.media_id) then
      raise exception 'what is shown is in no draft'
        using errcode = 'check_violation', constraint = 'draft_media_apart';
    end if;
    return new;
  end $$;
comment on function nollie_check_draft_media() is
  'Rejects a draft''s file that an ad or a post shows: a constraint over several tables.';
create trigger draft_media_apart before insert or update of media_id on draft_media
  for each row execute function nollie_check_draft_media();
comment on trigger draft_media_apart on draft_media is 'A draft is private, so its files are shown nowhere else.';

create function nollie_check_ad_media() returns trigger language plpgsql as $$
  begin
    perform from media m where m.id = new.media_id for no key update;
    if exists (select from draft_media dm where dm.media_id = new.media_id) then
      raise exception 'a draft is shown to nobody else'
        using errcode = 'check_violation', constraint = 'ads_media_apart';
    end if;
    return new;
  end $$;
comment on function nollie_check_ad_media() is
  'Rejects an ad''s photo that belongs to a draft: a constraint over two tables.';
create trigger ads_media_apart before insert or update of media_id on ads
  for each row when (new.media_id is not null) execute function nollie_check_ad_media();
comment on trigger ads_media_apart on ads is 'An ad never shows a photo of a draft, which is private.';
