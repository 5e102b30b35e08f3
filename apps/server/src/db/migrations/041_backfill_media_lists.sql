-- Removes the trailing lists of media from existing posts.
update posts set content = nollie_cut_media_list(content)
where id in (
  select id from posts
  where content like '%[MEDIA_URLS]%' and nollie_cut_media_list(content) is distinct from content
    and (select set_config('nollie.keeps_updated_at', 'on', true)) = 'on'
  limit 1000 for update skip locked);
