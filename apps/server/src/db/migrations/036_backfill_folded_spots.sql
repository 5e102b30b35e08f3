-- Recomputes the searchable texts of spots after the change of nollie_normalize.
with batch as (
  select distinct id from spots
  where id > $1 and (select set_config('nollie.keeps_updated_at', 'on', true)) = 'on'
  order by id limit 1000
), changed as (
  update spots stale set name = stale.name, address = stale.address
  from batch where stale.id = batch.id
    and (stale.search_text <> nollie_normalize(stale.name || ' ' || coalesce(stale.description, ''))
      or stale.search_name <> nollie_normalize(stale.name)
      or stale.search_place <> nollie_normalize(concat_ws(' ', stale.address, stale.city, stale.state, stale.country)))
)
select id as last from batch order by id desc limit 1;
