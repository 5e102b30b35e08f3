import {
  type Audience,
  AUDIENCES,
  isAudienceOf,
  POST_AUDIENCES,
  type Relation,
  RELATIONS,
} from '@nollie/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { actor, actors, getOutcome } from '../../../test/actors/actor.ts'
import type { Db } from '../../db/open.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { aCrew } from '../../../test/makers/crews.ts'
import { test } from '../../../test/world/fixtures.ts'
import { lockAwaited } from '../../../test/world/lock-awaited.ts'
import { aPost, aSpotRow, follow } from '../../../test/makers/posts.ts'
import { aMediaItem, aSpot } from '../../../test/makers/spots.ts'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { removeLonelySpotsOf } from '../spots/index.ts'
import { isKnownTo, isPostKnownTo } from './index.ts'

async function aSpotFor(
  { db }: TestApp,
  created_by: string | null,
  audience: Audience,
  crew: string | null = null,
): Promise<string> {
  const id = await aSpotRow(db, created_by, 'Behind the depot')
  const crew_id = audience === 'crew' ? crew : null
  await db.updateTable('spots').set({ audience, crew_id }).where('id', '=', id).execute()
  return id
}

test('the SQL condition matches the table for every audience and relation', async ({ app }) => {
  const people = await actors(app, 'creator', 'blocked', 'mutual', 'crew', 'member')
  const { creator, blocked, mutual, crew, member } = people
  const crew_id = await aCrew(app.db, creator.user_id, [blocked.user_id, crew.user_id])
  await aCrew(app.db, creator.user_id, [mutual.user_id, member.user_id])
  await follow(app.db, mutual.user_id, creator.user_id)
  await follow(app.db, creator.user_id, mutual.user_id)
  await follow(app.db, member.user_id, creator.user_id)
  await blocked.blockPerson(creator.user_id)
  const ids: Record<Relation, string | null> = {
    creator: creator.user_id,
    blocked: blocked.user_id,
    mutual: mutual.user_id,
    crew: crew.user_id,
    member: member.user_id,
    visitor: null,
  }
  for (const audience of AUDIENCES) {
    const id = await aSpotFor(app, creator.user_id, audience, crew_id)
    for (const relation of RELATIONS)
      expect(await isKnownTo(app.db, ids[relation], id), `${relation} of ${audience}`).toBe(
        isAudienceOf(audience, relation),
      )
  }
  expect(await isKnownTo(app.db, null, null), 'what hangs on no spot').toBe(true)
  const without = await aSpotFor(app, null, 'members')
  expect(await isKnownTo(app.db, member.user_id, without), 'its creator is gone').toBe(true)
  expect(await isKnownTo(app.db, null, without)).toBe(false)
})

test('does not look up public spots: the index only contains the others', async ({ app }) => {
  const plan = await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`
      explain select from visible_posts(null)`.execute(tx)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
  expect(plan).toContain('spots_withheld_idx')
})

test('a limited audience is stored and prefills the next form; only the creator can change it', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  expect(await ada.lastAudience()).toMatchObject({ audience: 'everybody', crew_id: null })
  const media_ids = [await aMediaItem(app.db, ada.user_id)]
  const spot = await ada.shareSpot(aSpot({ media_ids, audience: 'only_me' }))
  expect(spot.audience).toBe('only_me')
  expect(await ada.lastAudience()).toMatchObject({ audience: 'only_me', crew_id: null })
  expect(await ben.lastAudience()).toMatchObject({ audience: 'everybody', crew_id: null })
  for (const other of [ben, mod]) {
    expect(await getOutcome(other.getSpot(spot.id))).toBe('SPOT_NOT_FOUND')
    expect(await getOutcome(other.editSpot(spot.id, { audience: 'everybody' }, { version: 1 }))).toBe(
      'SPOT_NOT_FOUND',
    )
    expect(await getOutcome(other.removeSpot(spot.id))).toBe('SPOT_NOT_FOUND')
    expect(await getOutcome(other.saveSpot(spot.id))).toBe('SPOT_NOT_FOUND')
    expect(await getOutcome(other.addMedia({ spot_id: spot.id, title: 'Me, too', media_ids: [] }))).toBe(
      'SPOT_NOT_FOUND',
    )
  }
  const members = await ada.editSpot(spot.id, { audience: 'members' }, { version: 1 })
  expect(members).toMatchObject({ audience: 'members', version: 2 })
  expect((await ben.getSpot(spot.id)).audience).toBe('members')
  expect(await getOutcome(mod.editSpot(spot.id, { audience: 'everybody' }, { version: 2 }))).toBe(
    'NOT_ALLOWED',
  )
  expect(await getOutcome(ada.editSpot(spot.id, { audience: 'friends' as Audience }, { version: 2 }))).toBe(
    'BAD_REQUEST',
  )
  expect((await ada.getSpotHistory(spot.id)).items[0]?.before).toEqual({ audience: 'only_me' })
})

test('the map counts public spots, and removes restricted ones', async ({ app, ada, visitor }) => {
  const id = await aSpotFor(app, ada.user_id, 'everybody')
  const view = { z: '3', x0: '0', x1: '7', y0: '0', y1: '7' }
  const total = async () => {
    await spotsCounted(app.db)
    return (await visitor.getMap(view)).total
  }
  const open = await app.db
    .selectFrom('spots')
    .select('id')
    .where('audience', '=', 'everybody')
    .where('deleted_at', 'is', null)
    .execute()
  const before = open.length
  expect(await total()).toBe(before)
  await ada.editSpot(id, { audience: 'members' }, { version: 1 })
  expect(await total()).toBe(before - 1)
  expect((await ada.mapOfKnown(view)).tails).toContain(id.slice(-6))
  await ada.editSpot(id, { audience: 'everybody' }, { version: 2 })
  expect(await total()).toBe(before)
  expect((await ada.mapOfKnown(view)).tails).not.toContain(id.slice(-6))
})

test('admins see and decide reported content, and nothing else', async ({ app, ada, ben, mod }) => {
  const { tom } = await actors(app, 'tom')
  await follow(app.db, tom.user_id, ada.user_id)
  await follow(app.db, ada.user_id, tom.user_id)
  const id = await aSpotFor(app, ada.user_id, 'mutuals')
  expect(await getOutcome(ben.report({ report_type: 'spam', reported_spot_id: id }))).not.toBe('done')
  await tom.report({ report_type: 'spam', reported_spot_id: id })
  const found = (await mod.listCases({ status: 'open' })).items.find(({ words }) =>
    words.includes('Behind the depot'),
  )
  expect((await mod.getCase(found?.id ?? '')).words_now).toContain('Behind the depot')
  expect(await getOutcome(mod.getSpot(id))).toBe('SPOT_NOT_FOUND')
  await mod.decideCase(found?.id ?? '', { action: 'remove', reason: 'Private ground' })
  expect(await getOutcome(tom.getSpot(id))).toBe('SPOT_NOT_FOUND')
})

test('spots that no one else could see are deleted with the account, public ones stay', async ({
  app,
  ben,
}) => {
  const eve = await actor(app, 'eve')
  const crew_id = await aCrew(app.db, eve.user_id, [ben.user_id])
  const ids = await Promise.all(AUDIENCES.map((audience) => aSpotFor(app, eve.user_id, audience, crew_id)))
  for (const spot_id of ids) await aPost(app.db, ben.user_id, { spot_id })
  await removeLonelySpotsOf(app.db, eve.user_id)
  const rows = await app.db.selectFrom('spots').select('audience').where('id', 'in', ids).execute()
  expect(rows.map(({ audience }) => audience).toSorted()).toEqual(['everybody', 'members'])
})

test('another person’s post that arrives during account deletion stays, with its spot', async ({
  app,
  ben,
}) => {
  const { fay } = await actors(app, 'fay')
  const spot_id = await aSpotFor(app, fay.user_id, 'everybody')
  let removed: Promise<void> | undefined
  const post_id = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('spots').select('id').where('id', '=', spot_id).forShare().execute()
    const made = await aPost(tx, ben.user_id, { spot_id })
    removed = removeLonelySpotsOf(app.db, fay.user_id)
    await lockAwaited(app.db)
    return made
  })
  await removed
  expect(await ben.getPost(post_id)).toMatchObject({ id: post_id })
  expect(await ben.getSpot(spot_id)).toMatchObject({ id: spot_id })
})

async function isShown(db: Db, viewer: string | null, post_id: string) {
  return (await sql`select from visible_posts(${viewer}) where id = ${post_id}`.execute(db)).rows.length === 1
}

test('the conditions for posts also match the table', async ({ app }) => {
  const { author, across, mate, other, friend, fan, idol } = await actors(
    app,
    ...(['author', 'across', 'mate', 'other', 'friend', 'fan', 'idol'] as const),
  )
  const crew_id = await aCrew(app.db, author.user_id, [across.user_id, mate.user_id])
  for (const person of [friend, fan]) await follow(app.db, person.user_id, author.user_id)
  for (const person of [friend, idol]) await follow(app.db, author.user_id, person.user_id)
  await across.blockPerson(author.user_id)
  const people = [
    ['creator', author.user_id],
    ['mutual', friend.user_id],
    ['crew', mate.user_id],
    ['member', other.user_id],
    ['member', fan.user_id],
    ['member', idol.user_id],
    ['visitor', null],
  ] as const
  for (const audience of POST_AUDIENCES) {
    const id = await aPost(app.db, author.user_id)
    await app.db
      .updateTable('posts')
      .set({ audience, crew_id: audience === 'crew' ? crew_id : null, is_counted: audience === 'everybody' })
      .where('id', '=', id)
      .execute()
    for (const [relation, viewer] of people) {
      const isKnown = isAudienceOf(audience, relation)
      expect(await isPostKnownTo(app.db, viewer, id), `${relation} of ${audience}`).toBe(isKnown)
      expect(await isShown(app.db, viewer, id), `${relation} sees ${audience}`).toBe(isKnown)
    }
    expect(await isPostKnownTo(app.db, across.user_id, id)).toBe(isAudienceOf(audience, 'blocked'))
    expect(await isShown(app.db, across.user_id, id)).toBe(false)
  }
})
