-- Recomputes the searchable texts of discussions after the change of nollie_normalize.
with batch as (
  select distinct id from discussions
  where id > $1 and (select set_config('nollie.keeps_updated_at', 'on', true)) = 'on'
  order by id limit 1000
), changed as (
  update discussions stale set title = stale.title
  from batch where stale.id = batch.id
    and (stale.search_text <> nollie_normalize(stale.title || e'\n' || stale.content))
)
select id as last from batch order by id desc limit 1;
