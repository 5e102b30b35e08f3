import type { Audience, PostAudience } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import type { TestApp } from '../world/app.ts'
import type { TestPerson } from '../actors/people.ts'
import { aMeetup } from '../makers/meetups.ts'
import { aList, aPost } from '../makers/posts.ts'
import type { Targets, World } from './world.ts'

/** A spot with every kind of content, or a post without a spot that has its own audience. */
export type Canary = { audience: Audience; label: string; secrets: string[]; targets: Targets; ids: string[] }

type Setting = {
  it: TestApp
  world: World
  persons: Record<'creator' | 'mutual' | 'former' | 'crewmate', TestPerson>
  crew_id: string
}

/** Returns functions that create canaries. */
export function canariesIn({ it, world, persons, crew_id }: Setting) {
  const aNotification = (user_id: string, from_user_id: string, post_id: string, comment_id: string | null) =>
    it.db
      .insertInto('notifications')
      .values([
        { id: uuid(), user_id, from_user_id, type: 'like', target_id: post_id, post_id },
        ...(comment_id
          ? [
              {
                id: uuid(),
                user_id,
                from_user_id,
                type: 'mention' as const,
                target_id: comment_id,
                post_id,
                comment_id,
              },
            ]
          : []),
      ])
      .execute()

  const describeItems = (post_id: string, alt_text: string) =>
    sql`update media m set alt_text = ${alt_text} from post_media item
      where item.media_id = m.id and item.post_id = ${post_id}`.execute(it.db)

  // Every row is written directly to the tables, as if all of them had been created while the spot was public.
  const aCanary = async (audience: Audience, n: number): Promise<Canary> => {
    const { creator, mutual, former } = persons
    const label = `zqcanary${n}`
    const [spot_id, comment_id] = [uuid(), uuid()]
    const [latitude, longitude] = [41.3811 + n / 1e4 + 0.0000137, 2.1611 + n / 1e4 + 0.0000173]
    await it.db
      .insertInto('spots')
      .values({
        id: spot_id,
        name: `${label} name`,
        description: `${label} description`,
        address: `${label} street`,
        city: `${label} city`,
        latitude,
        longitude,
        spot_types: ['ledges'],
        created_by: creator.user_id,
      })
      .execute()
    const post_id = await aPost(it.db, creator.user_id, {
      spot_id,
      title: `${label} post`,
      media: ['image', 'video'],
    })
    const theirs = await aPost(it.db, mutual.user_id, { spot_id, title: `${label} clip`, media: ['image'] })
    await describeItems(post_id, `${label} photo`)
    await describeItems(theirs, `${label} clip described`)
    const own = await aPost(it.db, former.user_id, { spot_id, title: 'A post of mine', media: ['image'] })
    await it.db
      .insertInto('comments')
      .values({
        id: comment_id,
        post_id,
        media_index: 0,
        user_id: mutual.user_id,
        content: `${label} comment`,
        parent_comment_id: null,
      })
      .execute()
    const media = await it.db
      .selectFrom('post_media as pm')
      .innerJoin('media as m', 'm.id', 'pm.media_id')
      .select(['m.id', 'm.key', 'pm.post_id'])
      .where('pm.post_id', 'in', [post_id, theirs])
      .execute()
    await it.db
      .updateTable('spots')
      .set({ cover_media_id: media[0]?.id ?? null })
      .where('id', '=', spot_id)
      .execute()
    for (const { user_id, username } of Object.values(persons)) {
      await it.db.insertInto('saved_spots').values({ user_id, spot_id }).execute()
      await it.db.insertInto('saved_posts').values({ user_id, post_id }).execute()
      await aList(it.db, user_id, [spot_id], 'public')
      await it.db
        .insertInto('likes')
        .values({ id: uuid(), post_id: theirs, media_index: 0, user_id })
        .onConflict((c) => c.doNothing())
        .execute()
      if (user_id !== mutual.user_id) await aNotification(user_id, mutual.user_id, post_id, comment_id)
      await it.db
        .insertInto('mentions')
        .values({ post_id, comment_id: null, discussion_id: null, user_id, username: username.toLowerCase() })
        .execute()
    }
    for (const { key } of media)
      await it.storage.area('media').put(`${key}/400.webp`, Buffer.from('a picture'))
    const meetup_id = await aMeetup(it.db, creator.user_id, spot_id, { note: `${label} session` })
    await it.db
      .insertInto('meetup_guests')
      .values({ meetup_id, user_id: former.user_id, answer: 'in' })
      .execute()
    await it.db
      .insertInto('notifications')
      .values({
        id: uuid(),
        user_id: former.user_id,
        from_user_id: creator.user_id,
        type: 'meetup_changed',
        target_id: meetup_id,
        meetup_id,
      })
      .execute()
    const targets = await world.makeTargets(creator)
    const [first] = media
    return {
      audience,
      label,
      secrets: [
        label,
        ...media.map(({ key }) => key ?? ''),
        String(latitude).slice(0, 9),
        String(longitude).slice(0, 8),
      ],
      ids: [spot_id, post_id, theirs, comment_id],
      targets: {
        ...targets,
        spot_id,
        post_id,
        comment_id,
        meetupId: async () => meetup_id,
        fileKey: async () => first?.key ?? own,
        crew: async () => ({ crew_id, member_id: persons.crewmate.user_id }),
      },
    }
  }

  const aPostCanary = async (audience: PostAudience, n: number): Promise<Canary> => {
    const { creator, former } = persons
    const label = `zqcanary${n}`
    const [comment_id, user_id] = [uuid(), creator.user_id]
    const post_id = await aPost(it.db, user_id, { title: `${label} post`, content: `${label} content` })
    await describeItems(post_id, `${label} photo`)
    await it.db
      .insertInto('comments')
      .values({
        id: comment_id,
        post_id,
        media_index: 0,
        user_id,
        content: `${label} comment`,
        parent_comment_id: null,
      })
      .execute()
    for (const person of Object.values(persons)) {
      await it.db.insertInto('saved_posts').values({ user_id: person.user_id, post_id }).execute()
      if (person !== creator) await aNotification(person.user_id, user_id, post_id, comment_id)
    }
    await it.db
      .insertInto('likes')
      .values({ id: uuid(), post_id, media_index: 0, user_id: former.user_id })
      .execute()
    const { key } = await it.db
      .selectFrom('post_media as pm')
      .innerJoin('media as m', 'm.id', 'pm.media_id')
      .select('m.key')
      .where('pm.post_id', '=', post_id)
      .executeTakeFirstOrThrow()
    await it.storage.area('media').put(`${key}/400.webp`, Buffer.from('a picture'))
    const targets = await world.makeTargets(creator)
    return {
      audience,
      label,
      secrets: [label, key ?? ''],
      ids: ['', post_id, '', comment_id],
      targets: {
        ...targets,
        post_id,
        comment_id,
        fileKey: async () => key ?? '',
        crew: async () => ({ crew_id, member_id: persons.crewmate.user_id }),
      },
    }
  }
  return { aCanary, aPostCanary }
}

/** Computes a digest of a canary's rows. Ignores the comments of `mutual_id`, who may still delete their own. */
export async function digestCanary(db: Db, { ids }: Canary, mutual_id: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat((select concat_ws('|', s.name, s.description, s.status, s.audience, s.version, s.deleted_at, s.cover_media_id)
        from spots s where s.id::text = ${ids[0]}),
      (select string_agg(concat(p.title, p.hidden_at), ',' order by p.id) from posts p where p.spot_id::text = ${ids[0]} or p.id = ${ids[1]}),
      (select count(*) from comments c join posts p on p.id = c.post_id where (p.spot_id::text = ${ids[0]} or p.id = ${ids[1]})
        and c.user_id <> ${mutual_id}),
      (select count(*) from likes l join posts p on p.id = l.post_id where p.spot_id::text = ${ids[0]} or p.id = ${ids[1]}))) as digest`.execute(
    db,
  )
  return rows[0]?.digest ?? ''
}
