-- More of the functions that 044 began (docs/decisions/0131-visible-rows.md).

create function withheld_posts(viewer uuid) returns setof posts language sql stable parallel safe as $$
  select p.* from public.posts p
  where p.audience <> 'everybody' and (
      p.user_id = viewer
      or p.audience = 'mutuals'
        and exists (select from public.follows f where f.follower_id = viewer and f.following_id = p.user_id)
        and exists (select from public.follows f where f.follower_id = p.user_id and f.following_id = viewer)
      or p.audience = 'crew'
        and exists (select from public.crew_members m where m.crew_id = p.crew_id and m.user_id = viewer)
        and p.user_id <> all (array(select b from public.blocked_people(viewer) b))
    ) is not true
    or exists (select from public.withheld_spots(viewer) w where w.id = p.spot_id offset 0)
$$;
comment on function withheld_posts(uuid) is
  'Posts whose own audience, or whose spot''s audience, doesn''t include a viewer (null: a visitor). Unlike visible_posts, '
  'ignores whether the post or its author is hidden: for decisions about hidden posts.';

create function visible_media(viewer uuid) returns setof media language sql stable parallel safe as $$
  select m.* from public.media m
  where exists (select from public.post_media pm join public.visible_posts(viewer) p on p.id = pm.post_id
    where pm.media_id = m.id offset 0)
$$;
comment on function visible_media(uuid) is
  'Photos and videos in a post that a viewer (null: a visitor) can see. No one can see an item without a post. The file '
  'itself has more rules (docs/decisions/0037-media-visibility.md).';

create function comments_by_visible_people(viewer uuid) returns setof comments language sql stable parallel safe as $$
  select c.* from public.comments c
  where c.hidden_at is null
    and c.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles author where author.user_id = c.user_id and author.is_hidden offset 0)
$$;
comment on function comments_by_visible_people(uuid) is
  'Comments that aren''t hidden, by people a viewer can see. Doesn''t check what they are about, nor the comment they '
  'reply to: for statements that already did.';

create function visible_comments(viewer uuid) returns setof comments language sql stable parallel safe as $$
  select c.* from public.comments c
  where c.hidden_at is null
    and not exists (select from public.posts p where p.id = c.post_id and p.hidden_at is not null offset 0)
    and not exists (select from public.discussions d where d.id = c.discussion_id and d.hidden_at is not null offset 0)
    and (c.user_id = viewer
      or c.user_id <> all (array(select b from public.blocked_people(viewer) b))
        and not exists (select from public.profiles author where author.user_id = c.user_id and author.is_hidden offset 0)
        and (c.post_id is null
          or exists (select from public.visible_posts(viewer) p where p.id = c.post_id offset 0))
        and (c.discussion_id is null
          or exists (select from public.visible_discussions(viewer) d where d.id = c.discussion_id offset 0))
        and (c.parent_comment_id is null
          or exists (select from public.comments_by_visible_people(viewer) parent
            where parent.id = c.parent_comment_id offset 0)))
$$;
comment on function visible_comments(uuid) is
  'Comments that a viewer can see: not hidden, like what they are about, and by the viewer, or by someone the viewer can '
  'see. The viewer must also be able to see what someone else''s comment is about, and the comment it replies to.';

create function visible_mentions(viewer uuid) returns setof mentions language sql stable parallel safe as $$
  select m.* from public.mentions m
  where m.user_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles who where who.user_id = m.user_id and who.is_hidden offset 0)
$$;
comment on function visible_mentions(uuid) is
  'Mentions of people a viewer can see. Doesn''t check the text that contains them.';

create function visible_lists(viewer uuid, link text default null) returns setof lists
  language sql stable parallel safe as $$
  select l.* from public.lists l
  where l.user_id = viewer
    or l.hidden_at is null
      and (l.visibility = 'public'
        or l.visibility = 'link' and l.link = visible_lists.link
        or l.visibility = 'crew'
          and exists (select from public.crew_members m where m.crew_id = l.crew_id and m.user_id = viewer))
      and exists (select from public.visible_people(viewer) owner where owner.user_id = l.user_id offset 0)
$$;
comment on function visible_lists(uuid, text) is
  'Lists that a viewer (null: a visitor) can read: their own, public ones, their crews'' lists, and the one whose link '
  'they have. Other people''s lists must not be hidden, and their owner must be visible to the viewer.';

create function exactly_known_spots(viewer uuid) returns setof spots language sql stable parallel safe as $$
  select s.* from public.spots s
  where s.created_by = viewer
    or s.exact_for = 'members' and viewer is not null
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
    or s.exact_for = 'mutuals'
      and exists (select from public.follows f where f.follower_id = viewer and f.following_id = s.created_by)
      and exists (select from public.follows f where f.follower_id = s.created_by and f.following_id = viewer)
    or s.exact_for = 'crew'
      and exists (select from public.crew_members m where m.crew_id = s.crew_id and m.user_id = viewer)
      and (s.created_by = any (array(select b from public.blocked_people(viewer) b))) is not true
$$;
comment on function exactly_known_spots(uuid) is
  'Spots with an exact_for that includes a viewer. Doesn''t check whether the viewer can see the spot.';

create function exact_positions(viewer uuid) returns setof spot_positions language sql stable parallel safe as $$
  select exact.* from public.spot_positions exact
    join public.exactly_known_spots(viewer) s on s.id = exact.spot_id and s.precision <> 'exact'
  where s.audience = 'everybody'
    or not exists (select from public.withheld_spots(viewer) w where w.id = s.id offset 0)
$$;
comment on function exact_positions(uuid) is
  'Exact positions of spots that show everyone else an approximate one, where a viewer can see both the spot and its '
  'exact position. Everything else reads the position in spots.';

create function visible_bulletins(viewer uuid) returns setof bulletins language sql stable parallel safe as $$
  select b.* from public.bulletins b
  where b.starts_at <= now() and b.ends_at > now()
    and (b.spot_id is null or exists (select from public.visible_spots(viewer) s where s.id = b.spot_id offset 0))
$$;
comment on function visible_bulletins(uuid) is
  'Bulletins that are active now and that a viewer (null: a visitor) can see: their spot, if any, is visible too.';

create function visible_message_sides(viewer uuid) returns setof message_sides language sql stable parallel safe as $$
  select mine.* from public.message_sides mine
  where mine.user_id = viewer
    and mine.other_id <> all (array(select b from public.blocked_people(viewer) b))
    and not exists (select from public.profiles who where who.user_id = mine.other_id and who.is_hidden offset 0)
$$;
comment on function visible_message_sides(uuid) is
  'A person''s sides of their conversations with people they can see.';

create function unblocking_people(viewer uuid) returns setof profiles language sql stable parallel safe as $$
  select who.* from public.profiles who
  where not who.is_hidden
    and not exists (select from public.blocks b where b.blocker_id = who.user_id and b.blocked_id = viewer offset 0)
$$;
comment on function unblocking_people(uuid) is
  'People who don''t block the viewer, even if the viewer blocks them. For what a person can still do about people they '
  'block, such as unblocking and reporting them.';
