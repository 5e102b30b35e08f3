-- The audience of a spot (docs/decisions/0097-who-may-know.md). Shared data, such as the map, its counts, and people's
-- counts, only covers spots for everyone.
alter table spots add column audience text not null default 'everybody';
alter table spots add constraint spots_audience_check check (audience in ('everybody', 'members', 'mutuals', 'only_me')) not valid;
comment on column spots.audience is
  'Who can see it and all its content; mutuals are people who follow its creator and are followed back.';

-- Few rows: every query that shows a spot's content checks it.
create index spots_withheld_idx on spots (id) where audience <> 'everybody';
create index spots_withheld_qk_idx on spots (qk, id) where audience <> 'everybody' and deleted_at is null;
-- Replaces spots_qk_idx and spots_created_idx for the public map. Those are still used for people who see more.
create index spots_public_qk_idx on spots (qk, id) include (facets, created_at)
  where deleted_at is null and audience = 'everybody';
create index spots_public_created_idx on spots (created_at desc, id desc) include (qk, facets)
  where deleted_at is null and audience = 'everybody';

create or replace trigger spots_queue_insert after insert on spots
  for each row when (new.deleted_at is null and new.audience = 'everybody') execute function nollie_queue_inserted_spot();

create or replace function nollie_queue_spot_changes() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select id, 'deleted', -1, qk, facets from old_spots where deleted_at is null and audience = 'everybody';
    else
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select n.id, case when not n.counts then 'deleted' when not o.counts then 'created' else 'updated' end,
          part.delta, part.qk, part.facets
        from (select *, deleted_at is null and audience = 'everybody' as counts from old_spots) o
        join (select *, deleted_at is null and audience = 'everybody' as counts from new_spots) n using (id)
        cross join lateral (
          select * from (values (-1, o.qk, o.facets, o.counts), (1, n.qk, n.facets, n.counts)) side (delta, qk, facets, counts)
            where side.counts and (o.qk, o.facets, o.counts) is distinct from (n.qk, n.facets, n.counts)
          union all
          select 0, n.qk, n.facets, true where n.counts and (o.qk, o.facets, o.counts) = (n.qk, n.facets, n.counts)
        ) part
        order by 1, 3;
    end if;
    return null;
  end $$;

-- A deleted post may have lost its spot by then, so each row stores whether it counts.
alter table posts add column is_counted boolean not null default true;
comment on column posts.is_counted is
  'Whether it is included in its author''s number of posts: only if its spot is for everyone.';

create function nollie_count_post_of_spot() returns trigger language plpgsql as $$
  begin
    new.is_counted := not exists (select from spots where id = new.spot_id and audience <> 'everybody');
    return new;
  end $$;
comment on function nollie_count_post_of_spot() is
  'Sets is_counted for a new or moved post. In the database because posts of every writer are counted.';
create trigger posts_count_by_spot before insert or update of spot_id on posts for each row when (new.spot_id is not null)
  execute function nollie_count_post_of_spot();
comment on trigger posts_count_by_spot on posts is
  'A person''s number of posts must not reveal spots with a limited audience.';

create function nollie_count_posts_of_spot() returns trigger language plpgsql as $$
  begin
    update posts set is_counted = new.audience = 'everybody'
      where spot_id = new.id and is_counted <> (new.audience = 'everybody');
    return null;
  end $$;
comment on function nollie_count_posts_of_spot() is
  'Counts a spot''s posts, or stops counting them, when its audience changes.';
create trigger spots_count_posts after update of audience on spots for each row
  when ((old.audience = 'everybody') <> (new.audience = 'everybody')) execute function nollie_count_posts_of_spot();
comment on trigger spots_count_posts on spots is 'Posts count while their spot is for everyone.';

create or replace function nollie_queue_post() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.hidden_at is null and old.is_counted then
      insert into person_delta (user_id, counter, delta) values (old.user_id, 'posts', -1);
    end if;
    if tg_op <> 'DELETE' and new.hidden_at is null and new.is_counted then
      insert into person_delta (user_id, counter, delta) values (new.user_id, 'posts', 1);
    end if;
    return null;
  end $$;
create trigger posts_queue_counted after update of is_counted, spot_id on posts for each row
  when (old.is_counted <> new.is_counted and (old.hidden_at is null) = (new.hidden_at is null) and old.user_id = new.user_id)
  execute function nollie_queue_post();
comment on trigger posts_queue_counted on posts is 'Posts count while their spot is for everyone.';

create or replace function nollie_queue_person_spot() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.created_by is not null and old.deleted_at is null and old.audience = 'everybody' then
      insert into person_delta (user_id, counter, delta) values (old.created_by, 'spots', -1);
    end if;
    if tg_op <> 'DELETE' and new.created_by is not null and new.deleted_at is null and new.audience = 'everybody' then
      insert into person_delta (user_id, counter, delta) values (new.created_by, 'spots', 1);
    end if;
    return null;
  end $$;
create trigger spots_queue_person_audience after update of audience on spots for each row
  when ((old.audience = 'everybody') <> (new.audience = 'everybody')
    and (old.deleted_at is null) = (new.deleted_at is null) and old.created_by is not distinct from new.created_by)
  execute function nollie_queue_person_spot();
comment on trigger spots_queue_person_audience on spots is 'Spots count while they are for everyone.';
