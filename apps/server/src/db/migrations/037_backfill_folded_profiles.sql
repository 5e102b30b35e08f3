-- Recomputes the searchable texts of profiles after the change of nollie_normalize.
with batch as (
  select distinct user_id from profiles
  where user_id > $1 and (select set_config('nollie.keeps_updated_at', 'on', true)) = 'on'
  order by user_id limit 1000
), changed as (
  update profiles stale set username = stale.username, full_name = stale.full_name
  from batch where stale.user_id = batch.user_id
    and (stale.search_username <> nollie_normalize(stale.username)
      or stale.search_name <> nollie_normalize(coalesce(stale.full_name, ''))
      or stale.sort_name <> left(nollie_normalize(coalesce(stale.full_name, stale.username)), 20))
)
select user_id as last from batch order by user_id desc limit 1;
