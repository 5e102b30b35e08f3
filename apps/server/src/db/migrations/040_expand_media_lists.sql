-- The other product listed a post's media at the end of its text. Such a list is never shown, whatever its origin, so
-- it is removed when a post is stored. Migration 041 changes older rows.

create function nollie_cut_media_list(text) returns text language plpgsql immutable strict parallel safe as $$
  declare
    content text := $1;
    found text[];
  begin
    while position('[MEDIA_URLS]' in content) > 0 loop
      found := regexp_match(content collate "C", '^(|.*\n[ \t\r]*\n)\[MEDIA_URLS\]\s*(\[.*\])\s*$');
      exit when found is null;
      begin
        exit when json_typeof(found[2]::json) <> 'array';
      exception when invalid_text_representation then exit;
      end;
      content := btrim(found[1], e' \t\r\n');
    end loop;
    return nullif(content, '');
  end $$;
comment on function nollie_cut_media_list(text) is
  'A text without its trailing list: a blank line, [MEDIA_URLS], and a valid JSON list. Null if nothing is left. The '
  'marker anywhere else is text. In the database so that it applies to every writer of posts.';

create function nollie_cut_post_media_list() returns trigger language plpgsql as $$
  begin
    new.content := nollie_cut_media_list(new.content);
    return new;
  end $$;
comment on function nollie_cut_post_media_list() is 'See nollie_cut_media_list.';
create trigger posts_cut_media_list before insert or update of content on posts for each row
  when (new.content like '%[MEDIA_URLS]%') execute function nollie_cut_post_media_list();
comment on trigger posts_cut_media_list on posts is 'Lists of media are never shown.';
