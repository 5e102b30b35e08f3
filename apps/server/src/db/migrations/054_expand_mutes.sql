-- Muting: a person's posts and notifications go, without a block and without telling (docs/decisions/0141-mutes.md).

create table mutes (
  muter_id uuid not null references users on delete cascade,
  muted_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_muted_idx on mutes (muted_id);
create index mutes_list_idx on mutes (muter_id, created_at desc, muted_id desc);
comment on table mutes is
  'The muter''s feeds, Discover, and notifications leave out the muted person, who isn''t told.';

create function muted_people(viewer uuid) returns setof uuid language sql stable parallel safe as $$
  select m.muted_id from public.mutes m where m.muter_id = viewer
$$;
comment on function muted_people(uuid) is 'Everyone whom the viewer mutes.';

create or replace function notifications_by_visible_people(viewer uuid) returns setof notifications
  language sql stable parallel safe as $$
  select n.* from public.notifications n
  where n.user_id = viewer
    and (n.from_user_id is null
      or n.from_user_id <> all (array(select b from public.blocked_people(viewer) b))
        and n.from_user_id <> all (array(select m from public.muted_people(viewer) m))
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
  'A person''s notifications from people they can see and don''t mute. The like, follow, or invitation that caused one must still exist: '
  'the row outlives it, so that liking again on the same date doesn''t insert a second row, and a like from a later date '
  'doesn''t count. A comment must not be hidden, nor reply to someone the person can''t see, unless it replies to them. '
  'Doesn''t check the target.';
