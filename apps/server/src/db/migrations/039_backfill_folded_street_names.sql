-- Recomputes the searchable texts of street_names after the change of nollie_normalize.
with batch as (
  select distinct street_id from street_names
  where street_id > $1 and (select set_config('nollie.keeps_updated_at', 'on', true)) = 'on'
  order by street_id limit 1000
), changed as (
  update street_names stale set name = stale.name
  from batch where stale.street_id = batch.street_id
    and (stale.search_name <> nollie_normalize(stale.name))
)
select street_id as last from batch order by street_id desc limit 1;
