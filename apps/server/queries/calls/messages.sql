-- messages

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid: and "withheld"."created_by" = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and in_crew.user_id = $6::uuid
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 uuid: and $9::uuid is not null
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 uuid: and "shown"."user_id" = $12::uuid
-- $13 uuid: where f.follower_id = $13::uuid
-- $14 uuid: and f.following_id = $14::uuid
-- $15 uuid: and in_crew.user_id = $15::uuid
-- $16 uuid: and b.blocked_id = $16::uuid
-- $17 uuid: or b.blocker_id = $17::uuid
-- $18 uuid: and $18::uuid is not null
-- $19 uuid: and b.blocked_id = $19::uuid
-- $20 uuid: or b.blocker_id = $20::uuid
-- $21 uuid: and "withheld"."created_by" = $21::uuid
-- $22 uuid: where f.follower_id = $22::uuid
-- $23 uuid: and f.following_id = $23::uuid
-- $24 uuid: and in_crew.user_id = $24::uuid
-- $25 uuid: and b.blocked_id = $25::uuid
-- $26 uuid: or b.blocker_id = $26::uuid
-- $27 uuid: and $27::uuid is not null
-- $28 uuid: and b.blocked_id = $28::uuid
-- $29 uuid: or b.blocker_id = $29::uuid
-- $30 uuid: where b.blocker_id = $30::uuid
-- $31 uuid: where b.blocked_id = $31::uuid
-- $32 uuid: and "withheld"."created_by" = $32::uuid
-- $33 uuid: where f.follower_id = $33::uuid
-- $34 uuid: and f.following_id = $34::uuid
-- $35 uuid: and in_crew.user_id = $35::uuid
-- $36 uuid: and b.blocked_id = $36::uuid
-- $37 uuid: or b.blocker_id = $37::uuid
-- $38 uuid: and $38::uuid is not null
-- $39 uuid: and b.blocked_id = $39::uuid
-- $40 uuid: or b.blocker_id = $40::uuid
-- $41 uuid: and "p"."user_id" = $41::uuid
-- $42 uuid: where f.follower_id = $42::uuid
-- $43 uuid: and f.following_id = $43::uuid
-- $44 uuid: and in_crew.user_id = $44::uuid
-- $45 uuid: and b.blocked_id = $45::uuid
-- $46 uuid: or b.blocker_id = $46::uuid
-- $47 uuid: and $47::uuid is not null
-- $48 uuid: and b.blocked_id = $48::uuid
-- $49 uuid: or b.blocker_id = $49::uuid
-- $50 uuid: and "withheld"."created_by" = $50::uuid
-- $51 uuid: where f.follower_id = $51::uuid
-- $52 uuid: and f.following_id = $52::uuid
-- $53 uuid: and in_crew.user_id = $53::uuid
-- $54 uuid: and b.blocked_id = $54::uuid
-- $55 uuid: or b.blocker_id = $55::uuid
-- $56 uuid: and $56::uuid is not null
-- $57 uuid: and b.blocked_id = $57::uuid
-- $58 uuid: or b.blocker_id = $58::uuid
-- $59 uuid: and "withheld"."created_by" = $59::uuid
-- $60 uuid: where f.follower_id = $60::uuid
-- $61 uuid: and f.following_id = $61::uuid
-- $62 uuid: and in_crew.user_id = $62::uuid
-- $63 uuid: and b.blocked_id = $63::uuid
-- $64 uuid: or b.blocker_id = $64::uuid
-- $65 uuid: and $65::uuid is not null
-- $66 uuid: and b.blocked_id = $66::uuid
-- $67 uuid: or b.blocker_id = $67::uuid
-- $68 uuid: where b.blocker_id = $68::uuid
-- $69 uuid: where b.blocked_id = $69::uuid
-- $70 uuid: and "withheld"."created_by" = $70::uuid
-- $71 uuid: where f.follower_id = $71::uuid
-- $72 uuid: and f.following_id = $72::uuid
-- $73 uuid: and in_crew.user_id = $73::uuid
-- $74 uuid: and b.blocked_id = $74::uuid
-- $75 uuid: or b.blocker_id = $75::uuid
-- $76 uuid: and $76::uuid is not null
-- $77 uuid: and b.blocked_id = $77::uuid
-- $78 uuid: or b.blocker_id = $78::uuid
-- $79 uuid: and "shown"."user_id" = $79::uuid
-- $80 uuid: where f.follower_id = $80::uuid
-- $81 uuid: and f.following_id = $81::uuid
-- $82 uuid: and in_crew.user_id = $82::uuid
-- $83 uuid: and b.blocked_id = $83::uuid
-- $84 uuid: or b.blocker_id = $84::uuid
-- $85 uuid: and $85::uuid is not null
-- $86 uuid: and b.blocked_id = $86::uuid
-- $87 uuid: or b.blocker_id = $87::uuid
-- $88 uuid: l.user_id = $88::uuid
-- $89 uuid: and in_crew.user_id = $89::uuid
-- $90 uuid: where b.blocker_id = $90::uuid
-- $91 uuid: where b.blocked_id = $91::uuid
-- $92 uuid: where mine.user_id = $92::uuid
-- $93 uuid: where b.blocker_id = $93::uuid
-- $94 uuid: where b.blocked_id = $94::uuid
-- $95 uuid: and mine.thread_id = $95
-- $96 integer: and m.seq < $96::int
-- $97 bigint: limit $97
select json_build_object(
    'id', m.id,
    'thread_id', m.thread_id,
    'seq', m.seq,
    'user_id', m.user_id,
    'content', m.content,
    'shared', case
      when m.shared is not null then json_build_object(
        'kind', m.shared,
        'spot', (
          select json_build_object(
              'id', s.id,
              'name', s.name,
              'city', s.city,
              'photo', case
                when cover.status = 'ready' then json_build_object(
                  'id', "cover"."id",
                  'type', "cover"."type",
                  'status', "cover"."status",
                  'base', case
                    when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                  end,
                  'url', case
                    when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                      when 'video' then '/video.mp4'
                      else '/1080.webp'
                    end
                  end,
                  'width', "cover"."width",
                  'height', "cover"."height",
                  'thumbhash', "cover"."thumbhash",
                  'duration', "cover"."duration",
                  'failure', "cover"."failure"
                )
              end
            )
          from spots s
            left join media cover on cover.id = s.cover_media_id
            and exists (
              select from post_media of_post
                join posts shown on shown.id = of_post.post_id
              where of_post.media_id = "cover"."id"
                and shown.hidden_at is null
                and (
                  "shown"."user_id" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $1::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $2::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "shown"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
                and (
                  (
                    "shown"."spot_id" is null
                    or not exists (
                      select from spots withheld
                      where withheld.id = "shown"."spot_id"
                        and "withheld"."audience" <> all (array['everybody'])
                        and (
                          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                          and "withheld"."created_by" = $3::uuid
                          or "withheld"."audience" in ('members', 'mutuals')
                          and exists (
                            select from follows f
                            where f.follower_id = $4::uuid
                              and f.following_id = "withheld"."created_by"
                          )
                          and exists (
                            select from follows f
                            where f.follower_id = "withheld"."created_by"
                              and f.following_id = $5::uuid
                          )
                          or "withheld"."audience" in ('members', 'crew')
                          and exists (
                            select from crew_members in_crew
                            where in_crew.crew_id = "withheld"."crew_id"
                              and in_crew.user_id = $6::uuid
                          )
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $7::uuid
                              or b.blocker_id = $8::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                          or "withheld"."audience" in ('members')
                          and $9::uuid is not null
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $10::uuid
                              or b.blocker_id = $11::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                        ) is not true
                    )
                  )
                  and not (
                    "shown"."audience" <> all (array['everybody'])
                    and (
                      "shown"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                      and "shown"."user_id" = $12::uuid
                      or "shown"."audience" in ('members', 'mutuals')
                      and exists (
                        select from follows f
                        where f.follower_id = $13::uuid
                          and f.following_id = "shown"."user_id"
                      )
                      and exists (
                        select from follows f
                        where f.follower_id = "shown"."user_id"
                          and f.following_id = $14::uuid
                      )
                      or "shown"."audience" in ('members', 'crew')
                      and exists (
                        select from crew_members in_crew
                        where in_crew.crew_id = "shown"."crew_id"
                          and in_crew.user_id = $15::uuid
                      )
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "shown"."user_id"
                          and b.blocked_id = $16::uuid
                          or b.blocker_id = $17::uuid
                          and b.blocked_id = "shown"."user_id"
                      )
                      or "shown"."audience" in ('members')
                      and $18::uuid is not null
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "shown"."user_id"
                          and b.blocked_id = $19::uuid
                          or b.blocker_id = $20::uuid
                          and b.blocked_id = "shown"."user_id"
                      )
                    ) is not true
                  )
                )
            )
          where s.id = m.spot_id
            and s.deleted_at is null
            and (
              "s"."id" is null
              or not exists (
                select from spots withheld
                where withheld.id = "s"."id"
                  and "withheld"."audience" <> all (array['everybody'])
                  and (
                    "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                    and "withheld"."created_by" = $21::uuid
                    or "withheld"."audience" in ('members', 'mutuals')
                    and exists (
                      select from follows f
                      where f.follower_id = $22::uuid
                        and f.following_id = "withheld"."created_by"
                    )
                    and exists (
                      select from follows f
                      where f.follower_id = "withheld"."created_by"
                        and f.following_id = $23::uuid
                    )
                    or "withheld"."audience" in ('members', 'crew')
                    and exists (
                      select from crew_members in_crew
                      where in_crew.crew_id = "withheld"."crew_id"
                        and in_crew.user_id = $24::uuid
                    )
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $25::uuid
                        or b.blocker_id = $26::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                    or "withheld"."audience" in ('members')
                    and $27::uuid is not null
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $28::uuid
                        or b.blocker_id = $29::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                  ) is not true
              )
            )
        ),
        'post', (
          select json_build_object(
              'id', p.id,
              'media_index', m.media_index,
              'user', json_build_object(
                'user_id', "author"."user_id",
                'username', "author"."username",
                'full_name', "author"."full_name",
                'avatar_url', "author"."avatar_url"
              ),
              'title', p.title,
              'spot_id', p.spot_id,
              'media', case
                when md.status in ('processing', 'ready') then json_build_object(
                  'id', "md"."id",
                  'type', "md"."type",
                  'status', "md"."status",
                  'base', case
                    when "md"."thumbhash" is not null then '/media/' || "md"."key"
                  end,
                  'url', case
                    when "md"."status" = 'ready' then '/media/' || "md"."key" || case "md"."type"
                      when 'video' then '/video.mp4'
                      else '/1080.webp'
                    end
                  end,
                  'width', "md"."width",
                  'height', "md"."height",
                  'thumbhash', "md"."thumbhash",
                  'duration', "md"."duration",
                  'failure', "md"."failure"
                )
              end
            )
          from posts p
            join profiles author on author.user_id = p.user_id
            join post_media pm on pm.post_id = p.id
            and pm.media_index = m.media_index
            left join media md on md.id = pm.media_id
          where p.id = m.post_id
            and p.hidden_at is null
            and (
              "p"."user_id" <> all (
                array(
                  select b.blocked_id
                  from blocks b
                  where b.blocker_id = $30::uuid
                  union
                  select b.blocker_id
                  from blocks b
                  where b.blocked_id = $31::uuid
                )
              )
              and not exists (
                select from profiles hidden_profile
                where hidden_profile.user_id = "p"."user_id"
                  and hidden_profile.is_hidden
              )
            )
            and (
              (
                "p"."spot_id" is null
                or not exists (
                  select from spots withheld
                  where withheld.id = "p"."spot_id"
                    and "withheld"."audience" <> all (array['everybody'])
                    and (
                      "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                      and "withheld"."created_by" = $32::uuid
                      or "withheld"."audience" in ('members', 'mutuals')
                      and exists (
                        select from follows f
                        where f.follower_id = $33::uuid
                          and f.following_id = "withheld"."created_by"
                      )
                      and exists (
                        select from follows f
                        where f.follower_id = "withheld"."created_by"
                          and f.following_id = $34::uuid
                      )
                      or "withheld"."audience" in ('members', 'crew')
                      and exists (
                        select from crew_members in_crew
                        where in_crew.crew_id = "withheld"."crew_id"
                          and in_crew.user_id = $35::uuid
                      )
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "withheld"."created_by"
                          and b.blocked_id = $36::uuid
                          or b.blocker_id = $37::uuid
                          and b.blocked_id = "withheld"."created_by"
                      )
                      or "withheld"."audience" in ('members')
                      and $38::uuid is not null
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "withheld"."created_by"
                          and b.blocked_id = $39::uuid
                          or b.blocker_id = $40::uuid
                          and b.blocked_id = "withheld"."created_by"
                      )
                    ) is not true
                )
              )
              and not (
                "p"."audience" <> all (array['everybody'])
                and (
                  "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "p"."user_id" = $41::uuid
                  or "p"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $42::uuid
                      and f.following_id = "p"."user_id"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "p"."user_id"
                      and f.following_id = $43::uuid
                  )
                  or "p"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "p"."crew_id"
                      and in_crew.user_id = $44::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "p"."user_id"
                      and b.blocked_id = $45::uuid
                      or b.blocker_id = $46::uuid
                      and b.blocked_id = "p"."user_id"
                  )
                  or "p"."audience" in ('members')
                  and $47::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "p"."user_id"
                      and b.blocked_id = $48::uuid
                      or b.blocker_id = $49::uuid
                      and b.blocked_id = "p"."user_id"
                  )
                ) is not true
              )
            )
        ),
        'list', (
          select json_build_object(
              'id', l.id,
              'key', case
                when l.link = "m"."list_link" then l.link
                else l.id::text
              end,
              'user', json_build_object(
                'user_id', "owner"."user_id",
                'username', "owner"."username",
                'full_name', "owner"."full_name",
                'avatar_url', "owner"."avatar_url"
              ),
              'name', l.name,
              'spots_count', (
                select count(*)
                from (select * from list_spots named where named.list_id = l.id) ls
                  cross join lateral (
                    select *
                    from spots one
                    where one.id = ls.spot_id
                      and one.deleted_at is null
                      and (
                        "one"."id" is null
                        or not exists (
                          select from spots withheld
                          where withheld.id = "one"."id"
                            and "withheld"."audience" <> all (array['everybody'])
                            and (
                              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                              and "withheld"."created_by" = $50::uuid
                              or "withheld"."audience" in ('members', 'mutuals')
                              and exists (
                                select from follows f
                                where f.follower_id = $51::uuid
                                  and f.following_id = "withheld"."created_by"
                              )
                              and exists (
                                select from follows f
                                where f.follower_id = "withheld"."created_by"
                                  and f.following_id = $52::uuid
                              )
                              or "withheld"."audience" in ('members', 'crew')
                              and exists (
                                select from crew_members in_crew
                                where in_crew.crew_id = "withheld"."crew_id"
                                  and in_crew.user_id = $53::uuid
                              )
                              and not exists (
                                select from blocks b
                                where b.blocker_id = "withheld"."created_by"
                                  and b.blocked_id = $54::uuid
                                  or b.blocker_id = $55::uuid
                                  and b.blocked_id = "withheld"."created_by"
                              )
                              or "withheld"."audience" in ('members')
                              and $56::uuid is not null
                              and not exists (
                                select from blocks b
                                where b.blocker_id = "withheld"."created_by"
                                  and b.blocked_id = $57::uuid
                                  or b.blocker_id = $58::uuid
                                  and b.blocked_id = "withheld"."created_by"
                              )
                            ) is not true
                        )
                      )
                    offset 0
                  ) s
              ),
              'photo', (
                select json_build_object(
                    'id', "cover"."id",
                    'type', "cover"."type",
                    'status', "cover"."status",
                    'base', case
                      when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                    end,
                    'url', case
                      when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                        when 'video' then '/video.mp4'
                        else '/1080.webp'
                      end
                    end,
                    'width', "cover"."width",
                    'height', "cover"."height",
                    'thumbhash', "cover"."thumbhash",
                    'duration', "cover"."duration",
                    'failure', "cover"."failure"
                  )
                from (select * from list_spots named where named.list_id = l.id) ls
                  cross join lateral (
                    select *
                    from spots one
                    where one.id = ls.spot_id
                      and one.deleted_at is null
                      and (
                        "one"."id" is null
                        or not exists (
                          select from spots withheld
                          where withheld.id = "one"."id"
                            and "withheld"."audience" <> all (array['everybody'])
                            and (
                              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                              and "withheld"."created_by" = $59::uuid
                              or "withheld"."audience" in ('members', 'mutuals')
                              and exists (
                                select from follows f
                                where f.follower_id = $60::uuid
                                  and f.following_id = "withheld"."created_by"
                              )
                              and exists (
                                select from follows f
                                where f.follower_id = "withheld"."created_by"
                                  and f.following_id = $61::uuid
                              )
                              or "withheld"."audience" in ('members', 'crew')
                              and exists (
                                select from crew_members in_crew
                                where in_crew.crew_id = "withheld"."crew_id"
                                  and in_crew.user_id = $62::uuid
                              )
                              and not exists (
                                select from blocks b
                                where b.blocker_id = "withheld"."created_by"
                                  and b.blocked_id = $63::uuid
                                  or b.blocker_id = $64::uuid
                                  and b.blocked_id = "withheld"."created_by"
                              )
                              or "withheld"."audience" in ('members')
                              and $65::uuid is not null
                              and not exists (
                                select from blocks b
                                where b.blocker_id = "withheld"."created_by"
                                  and b.blocked_id = $66::uuid
                                  or b.blocker_id = $67::uuid
                                  and b.blocked_id = "withheld"."created_by"
                              )
                            ) is not true
                        )
                      )
                    offset 0
                  ) s
                  cross join lateral (
                    select m.*
                    from media m
                    where m.id = s.cover_media_id
                      and exists (
                        select from post_media of_post
                          join posts shown on shown.id = of_post.post_id
                        where of_post.media_id = "m"."id"
                          and shown.hidden_at is null
                          and (
                            "shown"."user_id" <> all (
                              array(
                                select b.blocked_id
                                from blocks b
                                where b.blocker_id = $68::uuid
                                union
                                select b.blocker_id
                                from blocks b
                                where b.blocked_id = $69::uuid
                              )
                            )
                            and not exists (
                              select from profiles hidden_profile
                              where hidden_profile.user_id = "shown"."user_id"
                                and hidden_profile.is_hidden
                            )
                          )
                          and (
                            (
                              "shown"."spot_id" is null
                              or not exists (
                                select from spots withheld
                                where withheld.id = "shown"."spot_id"
                                  and "withheld"."audience" <> all (array['everybody'])
                                  and (
                                    "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                    and "withheld"."created_by" = $70::uuid
                                    or "withheld"."audience" in ('members', 'mutuals')
                                    and exists (
                                      select from follows f
                                      where f.follower_id = $71::uuid
                                        and f.following_id = "withheld"."created_by"
                                    )
                                    and exists (
                                      select from follows f
                                      where f.follower_id = "withheld"."created_by"
                                        and f.following_id = $72::uuid
                                    )
                                    or "withheld"."audience" in ('members', 'crew')
                                    and exists (
                                      select from crew_members in_crew
                                      where in_crew.crew_id = "withheld"."crew_id"
                                        and in_crew.user_id = $73::uuid
                                    )
                                    and not exists (
                                      select from blocks b
                                      where b.blocker_id = "withheld"."created_by"
                                        and b.blocked_id = $74::uuid
                                        or b.blocker_id = $75::uuid
                                        and b.blocked_id = "withheld"."created_by"
                                    )
                                    or "withheld"."audience" in ('members')
                                    and $76::uuid is not null
                                    and not exists (
                                      select from blocks b
                                      where b.blocker_id = "withheld"."created_by"
                                        and b.blocked_id = $77::uuid
                                        or b.blocker_id = $78::uuid
                                        and b.blocked_id = "withheld"."created_by"
                                    )
                                  ) is not true
                              )
                            )
                            and not (
                              "shown"."audience" <> all (array['everybody'])
                              and (
                                "shown"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                and "shown"."user_id" = $79::uuid
                                or "shown"."audience" in ('members', 'mutuals')
                                and exists (
                                  select from follows f
                                  where f.follower_id = $80::uuid
                                    and f.following_id = "shown"."user_id"
                                )
                                and exists (
                                  select from follows f
                                  where f.follower_id = "shown"."user_id"
                                    and f.following_id = $81::uuid
                                )
                                or "shown"."audience" in ('members', 'crew')
                                and exists (
                                  select from crew_members in_crew
                                  where in_crew.crew_id = "shown"."crew_id"
                                    and in_crew.user_id = $82::uuid
                                )
                                and not exists (
                                  select from blocks b
                                  where b.blocker_id = "shown"."user_id"
                                    and b.blocked_id = $83::uuid
                                    or b.blocker_id = $84::uuid
                                    and b.blocked_id = "shown"."user_id"
                                )
                                or "shown"."audience" in ('members')
                                and $85::uuid is not null
                                and not exists (
                                  select from blocks b
                                  where b.blocker_id = "shown"."user_id"
                                    and b.blocked_id = $86::uuid
                                    or b.blocker_id = $87::uuid
                                    and b.blocked_id = "shown"."user_id"
                                )
                              ) is not true
                            )
                          )
                      )
                    offset 0
                  ) cover
                order by ls.position,
                  ls.added_at,
                  ls.spot_id
                limit 1
              )
            )
          from lists l
            join profiles owner on owner.user_id = l.user_id
          where l.id = "m"."list_id"
            and (
              l.user_id = $88::uuid
              or (
                (
                  l.visibility = 'public'
                  or exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "l"."crew_id"
                      and in_crew.user_id = $89::uuid
                  )
                )
                or l.visibility = 'link'
                and l.link = "m"."list_link"
              )
              and l.hidden_at is null
              and (
                "l"."user_id" <> all (
                  array(
                    select b.blocked_id
                    from blocks b
                    where b.blocker_id = $90::uuid
                    union
                    select b.blocker_id
                    from blocks b
                    where b.blocked_id = $91::uuid
                  )
                )
                and not exists (
                  select from profiles hidden_profile
                  where hidden_profile.user_id = "l"."user_id"
                    and hidden_profile.is_hidden
                )
              )
            )
        )
      )
    end,
    'created_at', to_char("m"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'deleted_at', to_char("m"."deleted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as message
from message_sides mine
  join messages m on m.thread_id = mine.thread_id
  and m.seq > mine.cleared_seq
where mine.user_id = $92::uuid
  and (
    "mine"."other_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $93::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $94::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "mine"."other_id"
        and hidden_profile.is_hidden
    )
  )
  and mine.thread_id = $95
  and m.seq < $96::int
order by m.seq desc
limit $97

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid: and "withheld"."created_by" = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and in_crew.user_id = $6::uuid
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 uuid: and $9::uuid is not null
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 uuid: and "shown"."user_id" = $12::uuid
-- $13 uuid: where f.follower_id = $13::uuid
-- $14 uuid: and f.following_id = $14::uuid
-- $15 uuid: and in_crew.user_id = $15::uuid
-- $16 uuid: and b.blocked_id = $16::uuid
-- $17 uuid: or b.blocker_id = $17::uuid
-- $18 uuid: and $18::uuid is not null
-- $19 uuid: and b.blocked_id = $19::uuid
-- $20 uuid: or b.blocker_id = $20::uuid
-- $21 uuid: and "withheld"."created_by" = $21::uuid
-- $22 uuid: where f.follower_id = $22::uuid
-- $23 uuid: and f.following_id = $23::uuid
-- $24 uuid: and in_crew.user_id = $24::uuid
-- $25 uuid: and b.blocked_id = $25::uuid
-- $26 uuid: or b.blocker_id = $26::uuid
-- $27 uuid: and $27::uuid is not null
-- $28 uuid: and b.blocked_id = $28::uuid
-- $29 uuid: or b.blocker_id = $29::uuid
-- $30 uuid: where b.blocker_id = $30::uuid
-- $31 uuid: where b.blocked_id = $31::uuid
-- $32 uuid: and "withheld"."created_by" = $32::uuid
-- $33 uuid: where f.follower_id = $33::uuid
-- $34 uuid: and f.following_id = $34::uuid
-- $35 uuid: and in_crew.user_id = $35::uuid
-- $36 uuid: and b.blocked_id = $36::uuid
-- $37 uuid: or b.blocker_id = $37::uuid
-- $38 uuid: and $38::uuid is not null
-- $39 uuid: and b.blocked_id = $39::uuid
-- $40 uuid: or b.blocker_id = $40::uuid
-- $41 uuid: and "p"."user_id" = $41::uuid
-- $42 uuid: where f.follower_id = $42::uuid
-- $43 uuid: and f.following_id = $43::uuid
-- $44 uuid: and in_crew.user_id = $44::uuid
-- $45 uuid: and b.blocked_id = $45::uuid
-- $46 uuid: or b.blocker_id = $46::uuid
-- $47 uuid: and $47::uuid is not null
-- $48 uuid: and b.blocked_id = $48::uuid
-- $49 uuid: or b.blocker_id = $49::uuid
-- $50 uuid: and "withheld"."created_by" = $50::uuid
-- $51 uuid: where f.follower_id = $51::uuid
-- $52 uuid: and f.following_id = $52::uuid
-- $53 uuid: and in_crew.user_id = $53::uuid
-- $54 uuid: and b.blocked_id = $54::uuid
-- $55 uuid: or b.blocker_id = $55::uuid
-- $56 uuid: and $56::uuid is not null
-- $57 uuid: and b.blocked_id = $57::uuid
-- $58 uuid: or b.blocker_id = $58::uuid
-- $59 uuid: and "withheld"."created_by" = $59::uuid
-- $60 uuid: where f.follower_id = $60::uuid
-- $61 uuid: and f.following_id = $61::uuid
-- $62 uuid: and in_crew.user_id = $62::uuid
-- $63 uuid: and b.blocked_id = $63::uuid
-- $64 uuid: or b.blocker_id = $64::uuid
-- $65 uuid: and $65::uuid is not null
-- $66 uuid: and b.blocked_id = $66::uuid
-- $67 uuid: or b.blocker_id = $67::uuid
-- $68 uuid: where b.blocker_id = $68::uuid
-- $69 uuid: where b.blocked_id = $69::uuid
-- $70 uuid: and "withheld"."created_by" = $70::uuid
-- $71 uuid: where f.follower_id = $71::uuid
-- $72 uuid: and f.following_id = $72::uuid
-- $73 uuid: and in_crew.user_id = $73::uuid
-- $74 uuid: and b.blocked_id = $74::uuid
-- $75 uuid: or b.blocker_id = $75::uuid
-- $76 uuid: and $76::uuid is not null
-- $77 uuid: and b.blocked_id = $77::uuid
-- $78 uuid: or b.blocker_id = $78::uuid
-- $79 uuid: and "shown"."user_id" = $79::uuid
-- $80 uuid: where f.follower_id = $80::uuid
-- $81 uuid: and f.following_id = $81::uuid
-- $82 uuid: and in_crew.user_id = $82::uuid
-- $83 uuid: and b.blocked_id = $83::uuid
-- $84 uuid: or b.blocker_id = $84::uuid
-- $85 uuid: and $85::uuid is not null
-- $86 uuid: and b.blocked_id = $86::uuid
-- $87 uuid: or b.blocker_id = $87::uuid
-- $88 uuid: l.user_id = $88::uuid
-- $89 uuid: and in_crew.user_id = $89::uuid
-- $90 uuid: where b.blocker_id = $90::uuid
-- $91 uuid: where b.blocked_id = $91::uuid
-- $92 uuid: where mine.user_id = $92::uuid
-- $93 uuid: where b.blocker_id = $93::uuid
-- $94 uuid: where b.blocked_id = $94::uuid
-- $95 uuid: and mine.thread_id = $95
select json_build_object(
    'id', mine.thread_id,
    'user', json_build_object(
      'user_id', "who"."user_id",
      'username', "who"."username",
      'full_name', "who"."full_name",
      'avatar_url', "who"."avatar_url"
    ),
    'box', case
      when mine.accepted then 'inbox'
      else 'requests'
    end,
    'accepted_by_other', theirs.accepted,
    'last_message', (
      select json_build_object(
          'id', m.id,
          'thread_id', m.thread_id,
          'seq', m.seq,
          'user_id', m.user_id,
          'content', m.content,
          'shared', case
            when m.shared is not null then json_build_object(
              'kind', m.shared,
              'spot', (
                select json_build_object(
                    'id', s.id,
                    'name', s.name,
                    'city', s.city,
                    'photo', case
                      when cover.status = 'ready' then json_build_object(
                        'id', "cover"."id",
                        'type', "cover"."type",
                        'status', "cover"."status",
                        'base', case
                          when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                        end,
                        'url', case
                          when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                            when 'video' then '/video.mp4'
                            else '/1080.webp'
                          end
                        end,
                        'width', "cover"."width",
                        'height', "cover"."height",
                        'thumbhash', "cover"."thumbhash",
                        'duration', "cover"."duration",
                        'failure', "cover"."failure"
                      )
                    end
                  )
                from spots s
                  left join media cover on cover.id = s.cover_media_id
                  and exists (
                    select from post_media of_post
                      join posts shown on shown.id = of_post.post_id
                    where of_post.media_id = "cover"."id"
                      and shown.hidden_at is null
                      and (
                        "shown"."user_id" <> all (
                          array(
                            select b.blocked_id
                            from blocks b
                            where b.blocker_id = $1::uuid
                            union
                            select b.blocker_id
                            from blocks b
                            where b.blocked_id = $2::uuid
                          )
                        )
                        and not exists (
                          select from profiles hidden_profile
                          where hidden_profile.user_id = "shown"."user_id"
                            and hidden_profile.is_hidden
                        )
                      )
                      and (
                        (
                          "shown"."spot_id" is null
                          or not exists (
                            select from spots withheld
                            where withheld.id = "shown"."spot_id"
                              and "withheld"."audience" <> all (array['everybody'])
                              and (
                                "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                and "withheld"."created_by" = $3::uuid
                                or "withheld"."audience" in ('members', 'mutuals')
                                and exists (
                                  select from follows f
                                  where f.follower_id = $4::uuid
                                    and f.following_id = "withheld"."created_by"
                                )
                                and exists (
                                  select from follows f
                                  where f.follower_id = "withheld"."created_by"
                                    and f.following_id = $5::uuid
                                )
                                or "withheld"."audience" in ('members', 'crew')
                                and exists (
                                  select from crew_members in_crew
                                  where in_crew.crew_id = "withheld"."crew_id"
                                    and in_crew.user_id = $6::uuid
                                )
                                and not exists (
                                  select from blocks b
                                  where b.blocker_id = "withheld"."created_by"
                                    and b.blocked_id = $7::uuid
                                    or b.blocker_id = $8::uuid
                                    and b.blocked_id = "withheld"."created_by"
                                )
                                or "withheld"."audience" in ('members')
                                and $9::uuid is not null
                                and not exists (
                                  select from blocks b
                                  where b.blocker_id = "withheld"."created_by"
                                    and b.blocked_id = $10::uuid
                                    or b.blocker_id = $11::uuid
                                    and b.blocked_id = "withheld"."created_by"
                                )
                              ) is not true
                          )
                        )
                        and not (
                          "shown"."audience" <> all (array['everybody'])
                          and (
                            "shown"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                            and "shown"."user_id" = $12::uuid
                            or "shown"."audience" in ('members', 'mutuals')
                            and exists (
                              select from follows f
                              where f.follower_id = $13::uuid
                                and f.following_id = "shown"."user_id"
                            )
                            and exists (
                              select from follows f
                              where f.follower_id = "shown"."user_id"
                                and f.following_id = $14::uuid
                            )
                            or "shown"."audience" in ('members', 'crew')
                            and exists (
                              select from crew_members in_crew
                              where in_crew.crew_id = "shown"."crew_id"
                                and in_crew.user_id = $15::uuid
                            )
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "shown"."user_id"
                                and b.blocked_id = $16::uuid
                                or b.blocker_id = $17::uuid
                                and b.blocked_id = "shown"."user_id"
                            )
                            or "shown"."audience" in ('members')
                            and $18::uuid is not null
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "shown"."user_id"
                                and b.blocked_id = $19::uuid
                                or b.blocker_id = $20::uuid
                                and b.blocked_id = "shown"."user_id"
                            )
                          ) is not true
                        )
                      )
                  )
                where s.id = m.spot_id
                  and s.deleted_at is null
                  and (
                    "s"."id" is null
                    or not exists (
                      select from spots withheld
                      where withheld.id = "s"."id"
                        and "withheld"."audience" <> all (array['everybody'])
                        and (
                          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                          and "withheld"."created_by" = $21::uuid
                          or "withheld"."audience" in ('members', 'mutuals')
                          and exists (
                            select from follows f
                            where f.follower_id = $22::uuid
                              and f.following_id = "withheld"."created_by"
                          )
                          and exists (
                            select from follows f
                            where f.follower_id = "withheld"."created_by"
                              and f.following_id = $23::uuid
                          )
                          or "withheld"."audience" in ('members', 'crew')
                          and exists (
                            select from crew_members in_crew
                            where in_crew.crew_id = "withheld"."crew_id"
                              and in_crew.user_id = $24::uuid
                          )
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $25::uuid
                              or b.blocker_id = $26::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                          or "withheld"."audience" in ('members')
                          and $27::uuid is not null
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $28::uuid
                              or b.blocker_id = $29::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                        ) is not true
                    )
                  )
              ),
              'post', (
                select json_build_object(
                    'id', p.id,
                    'media_index', m.media_index,
                    'user', json_build_object(
                      'user_id', "author"."user_id",
                      'username', "author"."username",
                      'full_name', "author"."full_name",
                      'avatar_url', "author"."avatar_url"
                    ),
                    'title', p.title,
                    'spot_id', p.spot_id,
                    'media', case
                      when md.status in ('processing', 'ready') then json_build_object(
                        'id', "md"."id",
                        'type', "md"."type",
                        'status', "md"."status",
                        'base', case
                          when "md"."thumbhash" is not null then '/media/' || "md"."key"
                        end,
                        'url', case
                          when "md"."status" = 'ready' then '/media/' || "md"."key" || case "md"."type"
                            when 'video' then '/video.mp4'
                            else '/1080.webp'
                          end
                        end,
                        'width', "md"."width",
                        'height', "md"."height",
                        'thumbhash', "md"."thumbhash",
                        'duration', "md"."duration",
                        'failure', "md"."failure"
                      )
                    end
                  )
                from posts p
                  join profiles author on author.user_id = p.user_id
                  join post_media pm on pm.post_id = p.id
                  and pm.media_index = m.media_index
                  left join media md on md.id = pm.media_id
                where p.id = m.post_id
                  and p.hidden_at is null
                  and (
                    "p"."user_id" <> all (
                      array(
                        select b.blocked_id
                        from blocks b
                        where b.blocker_id = $30::uuid
                        union
                        select b.blocker_id
                        from blocks b
                        where b.blocked_id = $31::uuid
                      )
                    )
                    and not exists (
                      select from profiles hidden_profile
                      where hidden_profile.user_id = "p"."user_id"
                        and hidden_profile.is_hidden
                    )
                  )
                  and (
                    (
                      "p"."spot_id" is null
                      or not exists (
                        select from spots withheld
                        where withheld.id = "p"."spot_id"
                          and "withheld"."audience" <> all (array['everybody'])
                          and (
                            "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                            and "withheld"."created_by" = $32::uuid
                            or "withheld"."audience" in ('members', 'mutuals')
                            and exists (
                              select from follows f
                              where f.follower_id = $33::uuid
                                and f.following_id = "withheld"."created_by"
                            )
                            and exists (
                              select from follows f
                              where f.follower_id = "withheld"."created_by"
                                and f.following_id = $34::uuid
                            )
                            or "withheld"."audience" in ('members', 'crew')
                            and exists (
                              select from crew_members in_crew
                              where in_crew.crew_id = "withheld"."crew_id"
                                and in_crew.user_id = $35::uuid
                            )
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "withheld"."created_by"
                                and b.blocked_id = $36::uuid
                                or b.blocker_id = $37::uuid
                                and b.blocked_id = "withheld"."created_by"
                            )
                            or "withheld"."audience" in ('members')
                            and $38::uuid is not null
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "withheld"."created_by"
                                and b.blocked_id = $39::uuid
                                or b.blocker_id = $40::uuid
                                and b.blocked_id = "withheld"."created_by"
                            )
                          ) is not true
                      )
                    )
                    and not (
                      "p"."audience" <> all (array['everybody'])
                      and (
                        "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                        and "p"."user_id" = $41::uuid
                        or "p"."audience" in ('members', 'mutuals')
                        and exists (
                          select from follows f
                          where f.follower_id = $42::uuid
                            and f.following_id = "p"."user_id"
                        )
                        and exists (
                          select from follows f
                          where f.follower_id = "p"."user_id"
                            and f.following_id = $43::uuid
                        )
                        or "p"."audience" in ('members', 'crew')
                        and exists (
                          select from crew_members in_crew
                          where in_crew.crew_id = "p"."crew_id"
                            and in_crew.user_id = $44::uuid
                        )
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "p"."user_id"
                            and b.blocked_id = $45::uuid
                            or b.blocker_id = $46::uuid
                            and b.blocked_id = "p"."user_id"
                        )
                        or "p"."audience" in ('members')
                        and $47::uuid is not null
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "p"."user_id"
                            and b.blocked_id = $48::uuid
                            or b.blocker_id = $49::uuid
                            and b.blocked_id = "p"."user_id"
                        )
                      ) is not true
                    )
                  )
              ),
              'list', (
                select json_build_object(
                    'id', l.id,
                    'key', case
                      when l.link = "m"."list_link" then l.link
                      else l.id::text
                    end,
                    'user', json_build_object(
                      'user_id', "owner"."user_id",
                      'username', "owner"."username",
                      'full_name', "owner"."full_name",
                      'avatar_url', "owner"."avatar_url"
                    ),
                    'name', l.name,
                    'spots_count', (
                      select count(*)
                      from (select * from list_spots named where named.list_id = l.id) ls
                        cross join lateral (
                          select *
                          from spots one
                          where one.id = ls.spot_id
                            and one.deleted_at is null
                            and (
                              "one"."id" is null
                              or not exists (
                                select from spots withheld
                                where withheld.id = "one"."id"
                                  and "withheld"."audience" <> all (array['everybody'])
                                  and (
                                    "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                    and "withheld"."created_by" = $50::uuid
                                    or "withheld"."audience" in ('members', 'mutuals')
                                    and exists (
                                      select from follows f
                                      where f.follower_id = $51::uuid
                                        and f.following_id = "withheld"."created_by"
                                    )
                                    and exists (
                                      select from follows f
                                      where f.follower_id = "withheld"."created_by"
                                        and f.following_id = $52::uuid
                                    )
                                    or "withheld"."audience" in ('members', 'crew')
                                    and exists (
                                      select from crew_members in_crew
                                      where in_crew.crew_id = "withheld"."crew_id"
                                        and in_crew.user_id = $53::uuid
                                    )
                                    and not exists (
                                      select from blocks b
                                      where b.blocker_id = "withheld"."created_by"
                                        and b.blocked_id = $54::uuid
                                        or b.blocker_id = $55::uuid
                                        and b.blocked_id = "withheld"."created_by"
                                    )
                                    or "withheld"."audience" in ('members')
                                    and $56::uuid is not null
                                    and not exists (
                                      select from blocks b
                                      where b.blocker_id = "withheld"."created_by"
                                        and b.blocked_id = $57::uuid
                                        or b.blocker_id = $58::uuid
                                        and b.blocked_id = "withheld"."created_by"
                                    )
                                  ) is not true
                              )
                            )
                          offset 0
                        ) s
                    ),
                    'photo', (
                      select json_build_object(
                          'id', "cover"."id",
                          'type', "cover"."type",
                          'status', "cover"."status",
                          'base', case
                            when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                          end,
                          'url', case
                            when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                              when 'video' then '/video.mp4'
                              else '/1080.webp'
                            end
                          end,
                          'width', "cover"."width",
                          'height', "cover"."height",
                          'thumbhash', "cover"."thumbhash",
                          'duration', "cover"."duration",
                          'failure', "cover"."failure"
                        )
                      from (select * from list_spots named where named.list_id = l.id) ls
                        cross join lateral (
                          select *
                          from spots one
                          where one.id = ls.spot_id
                            and one.deleted_at is null
                            and (
                              "one"."id" is null
                              or not exists (
                                select from spots withheld
                                where withheld.id = "one"."id"
                                  and "withheld"."audience" <> all (array['everybody'])
                                  and (
                                    "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                    and "withheld"."created_by" = $59::uuid
                                    or "withheld"."audience" in ('members', 'mutuals')
                                    and exists (
                                      select from follows f
                                      where f.follower_id = $60::uuid
                                        and f.following_id = "withheld"."created_by"
                                    )
                                    and exists (
                                      select from follows f
                                      where f.follower_id = "withheld"."created_by"
                                        and f.following_id = $61::uuid
                                    )
                                    or "withheld"."audience" in ('members', 'crew')
                                    and exists (
                                      select from crew_members in_crew
                                      where in_crew.crew_id = "withheld"."crew_id"
                                        and in_crew.user_id = $62::uuid
                                    )
                                    and not exists (
                                      select from blocks b
                                      where b.blocker_id = "withheld"."created_by"
                                        and b.blocked_id = $63::uuid
                                        or b.blocker_id = $64::uuid
                                        and b.blocked_id = "withheld"."created_by"
                                    )
                                    or "withheld"."audience" in ('members')
                                    and $65::uuid is not null
                                    and not exists (
                                      select from blocks b
                                      where b.blocker_id = "withheld"."created_by"
                                        and b.blocked_id = $66::uuid
                                        or b.blocker_id = $67::uuid
                                        and b.blocked_id = "withheld"."created_by"
                                    )
                                  ) is not true
                              )
                            )
                          offset 0
                        ) s
                        cross join lateral (
                          select m.*
                          from media m
                          where m.id = s.cover_media_id
                            and exists (
                              select from post_media of_post
                                join posts shown on shown.id = of_post.post_id
                              where of_post.media_id = "m"."id"
                                and shown.hidden_at is null
                                and (
                                  "shown"."user_id" <> all (
                                    array(
                                      select b.blocked_id
                                      from blocks b
                                      where b.blocker_id = $68::uuid
                                      union
                                      select b.blocker_id
                                      from blocks b
                                      where b.blocked_id = $69::uuid
                                    )
                                  )
                                  and not exists (
                                    select from profiles hidden_profile
                                    where hidden_profile.user_id = "shown"."user_id"
                                      and hidden_profile.is_hidden
                                  )
                                )
                                and (
                                  (
                                    "shown"."spot_id" is null
                                    or not exists (
                                      select from spots withheld
                                      where withheld.id = "shown"."spot_id"
                                        and "withheld"."audience" <> all (array['everybody'])
                                        and (
                                          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                          and "withheld"."created_by" = $70::uuid
                                          or "withheld"."audience" in ('members', 'mutuals')
                                          and exists (
                                            select from follows f
                                            where f.follower_id = $71::uuid
                                              and f.following_id = "withheld"."created_by"
                                          )
                                          and exists (
                                            select from follows f
                                            where f.follower_id = "withheld"."created_by"
                                              and f.following_id = $72::uuid
                                          )
                                          or "withheld"."audience" in ('members', 'crew')
                                          and exists (
                                            select from crew_members in_crew
                                            where in_crew.crew_id = "withheld"."crew_id"
                                              and in_crew.user_id = $73::uuid
                                          )
                                          and not exists (
                                            select from blocks b
                                            where b.blocker_id = "withheld"."created_by"
                                              and b.blocked_id = $74::uuid
                                              or b.blocker_id = $75::uuid
                                              and b.blocked_id = "withheld"."created_by"
                                          )
                                          or "withheld"."audience" in ('members')
                                          and $76::uuid is not null
                                          and not exists (
                                            select from blocks b
                                            where b.blocker_id = "withheld"."created_by"
                                              and b.blocked_id = $77::uuid
                                              or b.blocker_id = $78::uuid
                                              and b.blocked_id = "withheld"."created_by"
                                          )
                                        ) is not true
                                    )
                                  )
                                  and not (
                                    "shown"."audience" <> all (array['everybody'])
                                    and (
                                      "shown"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                      and "shown"."user_id" = $79::uuid
                                      or "shown"."audience" in ('members', 'mutuals')
                                      and exists (
                                        select from follows f
                                        where f.follower_id = $80::uuid
                                          and f.following_id = "shown"."user_id"
                                      )
                                      and exists (
                                        select from follows f
                                        where f.follower_id = "shown"."user_id"
                                          and f.following_id = $81::uuid
                                      )
                                      or "shown"."audience" in ('members', 'crew')
                                      and exists (
                                        select from crew_members in_crew
                                        where in_crew.crew_id = "shown"."crew_id"
                                          and in_crew.user_id = $82::uuid
                                      )
                                      and not exists (
                                        select from blocks b
                                        where b.blocker_id = "shown"."user_id"
                                          and b.blocked_id = $83::uuid
                                          or b.blocker_id = $84::uuid
                                          and b.blocked_id = "shown"."user_id"
                                      )
                                      or "shown"."audience" in ('members')
                                      and $85::uuid is not null
                                      and not exists (
                                        select from blocks b
                                        where b.blocker_id = "shown"."user_id"
                                          and b.blocked_id = $86::uuid
                                          or b.blocker_id = $87::uuid
                                          and b.blocked_id = "shown"."user_id"
                                      )
                                    ) is not true
                                  )
                                )
                            )
                          offset 0
                        ) cover
                      order by ls.position,
                        ls.added_at,
                        ls.spot_id
                      limit 1
                    )
                  )
                from lists l
                  join profiles owner on owner.user_id = l.user_id
                where l.id = "m"."list_id"
                  and (
                    l.user_id = $88::uuid
                    or (
                      (
                        l.visibility = 'public'
                        or exists (
                          select from crew_members in_crew
                          where in_crew.crew_id = "l"."crew_id"
                            and in_crew.user_id = $89::uuid
                        )
                      )
                      or l.visibility = 'link'
                      and l.link = "m"."list_link"
                    )
                    and l.hidden_at is null
                    and (
                      "l"."user_id" <> all (
                        array(
                          select b.blocked_id
                          from blocks b
                          where b.blocker_id = $90::uuid
                          union
                          select b.blocker_id
                          from blocks b
                          where b.blocked_id = $91::uuid
                        )
                      )
                      and not exists (
                        select from profiles hidden_profile
                        where hidden_profile.user_id = "l"."user_id"
                          and hidden_profile.is_hidden
                      )
                    )
                  )
              )
            )
          end,
          'created_at', to_char("m"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'deleted_at', to_char("m"."deleted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )
      from messages m
      where m.thread_id = mine.thread_id
        and m.seq > mine.cleared_seq
      order by m.seq desc
      limit 1
    ),
    'unread_count', mine.unread_count,
    'read_seq', mine.read_seq,
    'read_seq_of_other', case
      when theirs.accepted then theirs.read_seq
      else 0
    end,
    'last_message_at', to_char("mine"."last_message_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_muted', mine.is_muted
  ) as thread
from message_sides mine
  join message_sides theirs on theirs.thread_id = mine.thread_id
  and theirs.user_id = mine.other_id
  join profiles who on who.user_id = mine.other_id
where mine.user_id = $92::uuid
  and (
    "mine"."other_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $93::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $94::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "mine"."other_id"
        and hidden_profile.is_hidden
    )
  )
  and mine.thread_id = $95

-- ../prepared/viewer_by_token.sql
