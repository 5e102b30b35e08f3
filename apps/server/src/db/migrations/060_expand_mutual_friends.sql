-- Who knows whom. PostgreSQL inlines these functions, as in 044 (docs/decisions/0131-visible-rows.md).

create function followed_by(viewer uuid) returns table (user_id uuid) language sql stable parallel safe as $$
  select f.following_id from public.follows f
  where f.follower_id = viewer
    and not exists (select from public.profiles hidden where hidden.user_id = f.following_id and hidden.is_hidden)
$$;
comment on function followed_by(uuid) is
  'The people that the viewer follows, except hidden ones. They are the candidates for mutual friends (G-17).';

-- Starts from the people the viewer follows or from the person's followers, whichever are fewer. With a plain join,
-- PostgreSQL read all of a person's fifty thousand followers.
create function mutual_friends(viewer uuid, person uuid) returns table (user_id uuid) language sql stable parallel safe as $$
  select friend.user_id from public.followed_by(viewer) friend
    cross join lateral (
      select from public.follows f where f.follower_id = friend.user_id and f.following_id = person offset 0) found
  where not (select theirs.followers_count < mine.following_count
    from public.person_counts theirs, public.person_counts mine
    where theirs.user_id = person and mine.user_id = viewer) is true
  union all
  select fan.follower_id from public.follows fan
    cross join lateral (
      select from public.follows f where f.follower_id = viewer and f.following_id = fan.follower_id offset 0) found
  where fan.following_id = person
    and (select theirs.followers_count < mine.following_count
      from public.person_counts theirs, public.person_counts mine
      where theirs.user_id = person and mine.user_id = viewer) is true
    and not exists (select from public.profiles hidden where hidden.user_id = fan.follower_id and hidden.is_hidden)
$$;
comment on function mutual_friends(uuid, uuid) is 'People from followed_by(viewer) who follow the person.';

create function follows_between(viewer uuid, person uuid) returns table (following boolean, follows_you boolean)
  language sql stable parallel safe as $$
  select exists (select from public.follows f where f.follower_id = viewer and f.following_id = person),
    exists (select from public.follows f where f.follower_id = person and f.following_id = viewer)
$$;
comment on function follows_between(uuid, uuid) is 'One row: whether the viewer follows the person, and the reverse.';
