-- Who can see what, with one function per noun (docs/decisions/0131-visible-rows.md). Each function is a single stable
-- SELECT, so PostgreSQL inlines it wherever a statement reads from it. It can't inline functions that are strict or
-- security definer, that have their own settings, or that are called outside FROM.
-- `offset 0` keeps a condition a lookup by index for each row. Without it, the planner read all withheld spots per page.

create function blocked_people(viewer uuid) returns setof uuid language sql stable parallel safe as $$
  select b.blocked_id from public.blocks b where b.blocker_id = viewer
  union
  select b.blocker_id from public.blocks b where b.blocked_id = viewer
$$;
comment on function blocked_people(uuid) is
  'Everyone who blocks the viewer or whom the viewer blocks. Each person appears only once, because counts subtract per '
  'person and blocks can be mutual.';

create function visible_people(viewer uuid) returns setof profiles language sql stable parallel safe as $$
  select who.* from public.profiles who
  where not who.is_hidden and who.user_id <> all (array(select b from public.blocked_people(viewer) b))
$$;
comment on function visible_people(uuid) is
  'People a viewer (null: a visitor) can see: neither suspended nor scheduled for deletion, and without a block between '
  'them and the viewer.';

create function withheld_spots(viewer uuid) returns setof spots language sql stable parallel safe as $$
  select s.* from public.spots s
  where s.audience <> 'everybody' and (
    s.created_by = viewer
    or s.audience = 'members' and viewer is not null
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
    or s.audience = 'mutuals'
      and exists (select from public.follows f where f.follower_id = viewer and f.following_id = s.created_by)
      and exists (select from public.follows f where f.follower_id = s.created_by and f.following_id = viewer)
    or s.audience = 'crew'
      and exists (select from public.crew_members m where m.crew_id = s.crew_id and m.user_id = viewer)
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
    ) is not true
$$;
comment on function withheld_spots(uuid) is
  'Spots with a limited audience that a viewer (null: a visitor) isn''t in. Everything at such a spot is invisible too. '
  'Queries exclude these few spots, which have their own index, rather than join all visible ones.';

create function visible_spots(viewer uuid) returns setof spots language sql stable parallel safe as $$
  select s.* from public.spots s
  where s.deleted_at is null and (s.audience = 'everybody'
    or not exists (select from public.withheld_spots(viewer) w where w.id = s.id offset 0))
$$;
comment on function visible_spots(uuid) is
  'Spots a viewer (null: a visitor) can see: not deleted, and with an audience that includes the viewer.';

create function visible_posts(viewer uuid) returns setof posts language sql stable parallel safe as $$
  select p.* from public.posts p
  where p.hidden_at is null
    and p.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles author where author.user_id = p.user_id and author.is_hidden)
    and (p.audience = 'everybody'
      or p.user_id = viewer
      or p.audience = 'mutuals'
        and exists (select from public.follows f where f.follower_id = viewer and f.following_id = p.user_id)
        and exists (select from public.follows f where f.follower_id = p.user_id and f.following_id = viewer)
      or p.audience = 'crew'
        and exists (select from public.crew_members m where m.crew_id = p.crew_id and m.user_id = viewer))
    and (p.spot_id is null
      or not exists (select from public.withheld_spots(viewer) w where w.id = p.spot_id offset 0))
$$;
comment on function visible_posts(uuid) is
  'Posts a viewer (null: a visitor) can see: not hidden, by someone the viewer can see, and with an audience that '
  'includes the viewer, as must the audience of the post''s spot.';

create function visible_discussions(viewer uuid) returns setof discussions language sql stable parallel safe as $$
  select d.* from public.discussions d
  where d.hidden_at is null
    and d.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles author where author.user_id = d.user_id and author.is_hidden offset 0)
$$;
comment on function visible_discussions(uuid) is
  'Discussions a viewer can see: not hidden, and by someone the viewer can see.';

create function editable_lists(viewer uuid) returns setof lists language sql stable parallel safe as $$
  select l.* from public.lists l
  where l.user_id = viewer
    or l.visibility = 'crew' and l.hidden_at is null
      and exists (select from public.crew_members m where m.crew_id = l.crew_id and m.user_id = viewer)
      and exists (select from public.visible_people(viewer) owner where owner.user_id = l.user_id offset 0)
$$;
comment on function editable_lists(uuid) is
  'Lists a person owns or shares with one of their crews. A shared list is inaccessible while moderators hide it, and '
  'while its owner isn''t visible to the person.';

create function visible_new_spots(viewer uuid) returns setof spots language sql stable parallel safe as $$
  select s.* from public.visible_spots(viewer) s
  where s.status = 'open' and s.created_by is not null
    and s.created_by <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles creator where creator.user_id = s.created_by and creator.is_hidden offset 0)
$$;
comment on function visible_new_spots(uuid) is
  'Spots a person can be notified about as new: open, and the person can see both the spot and its creator.';

create function visible_area_updates(viewer uuid) returns setof area_updates language sql stable parallel safe as $$
  select up.* from public.area_updates up
  where case
      when up.spot_id is null then true
      when up.kind = 'spot' then exists (select from public.visible_new_spots(viewer) s where s.id = up.spot_id offset 0)
      else exists (select from public.visible_spots(viewer) s where s.id = up.spot_id offset 0) end
    and (up.bulletin_id is null
      or exists (select from public.bulletins b where b.id = up.bulletin_id and b.ends_at > now()))
$$;
comment on function visible_area_updates(uuid) is
  'Changes in followed areas that a person can be notified about: they can see the spot, and the bulletin hasn''t ended.';

-- `between` makes the planner look up likes by primary key, where an item's likes are adjacent. With `=`, it also read
-- the index by person, where they are scattered.
create function notifications_by_visible_people(viewer uuid) returns setof notifications
  language sql stable parallel safe as $$
  select n.* from public.notifications n
  where n.user_id = viewer
    and (n.from_user_id is null
      or n.from_user_id <> all (array(select b from public.blocked_people(viewer) b))
        and not exists (select from public.profiles actor where actor.user_id = n.from_user_id and actor.is_hidden)
        and case n.type
          when 'like' then exists (select from public.likes cause where cause.post_id = n.post_id
              and cause.media_index = n.media_index and cause.user_id between n.from_user_id and n.from_user_id
              and (cause.created_at at time zone 'UTC')::date <= n.day)
            or exists (select from public.discussion_likes cause where cause.discussion_id = n.discussion_id
              and cause.user_id = n.from_user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'follow' then exists (select from public.follows cause where cause.follower_id = n.from_user_id
            and cause.following_id = n.user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'comment_like' then exists (select from public.comment_likes cause where cause.comment_id = n.comment_id
            and cause.user_id = n.from_user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'crew_invitation' then exists (select from public.crew_invitations cause
            where cause.crew_id = n.target_id and cause.user_id = n.user_id
              and cause.declined_at is null and cause.withdrawn_at is null)
          else true end)
    and (n.comment_id is null
      or not exists (select from public.comments c where c.id = n.comment_id and c.hidden_at is not null)
        and (n.type not in ('comment', 'discussion_comment', 'mention') or coalesce((
          select above.user_id <> all (array(select b from public.blocked_people(viewer) b))
            and not exists (select from public.profiles author where author.user_id = above.user_id and author.is_hidden)
          from public.comments c join public.comments above on above.id = c.parent_comment_id
          where c.id = n.comment_id), true)))
$$;
comment on function notifications_by_visible_people(uuid) is
  'A person''s notifications from people they can see. The like, follow, or invitation that caused one must still exist: '
  'the row outlives it, so that liking again on the same date doesn''t insert a second row, and a like from a later date '
  'doesn''t count. A comment must not be hidden, nor reply to someone the person can''t see, unless it replies to them. '
  'Doesn''t check the target.';
