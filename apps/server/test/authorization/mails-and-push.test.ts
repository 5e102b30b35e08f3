import {
  type Audience,
  AUDIENCES,
  EXACT_AUDIENCES,
  type ExactAudience,
  isAudienceOf,
  isForCrew,
  isWithin,
  type Precision,
  PRECISIONS,
  type Relation,
} from '@nollie/contract'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { jobKind } from '../../src/platform/jobs/index.ts'
import { type Actor, actorFor } from '../actors/actor.ts'
import type { TestApp } from '../world/app.ts'
import { commentsCounted } from '../world/wait-for-counts.ts'
import { aCrew } from '../makers/crews.ts'
import { pickPairwise } from '../crawls/pairwise.ts'
import { testWith } from '../world/fixtures.ts'
import { jobsDone, rolledUp } from '../world/jobs.ts'
import { MailServer } from '../services/mail-server.ts'
import { makeAdmin, member } from '../actors/people.ts'
import { aPost, aSpotRow, follow } from '../makers/posts.ts'
import { pushService } from '../services/push-service.ts'
import { aMediaItem, aSpot } from '../makers/spots.ts'
import { box, dayIn, inDays } from '../makers/stewards.ts'

// Tests everything that is sent to people: emails over SMTP, and decrypted push messages. For every audience,
// precision, second audience, and opening, one spot starts out public, so that there is something to send. It's
// restricted before anything is sent. Another one like it is restricted from the start.

const mails = await new MailServer().start()
const service = await pushService()
afterAll(() => Promise.all([mails.stop(), service.close()]))
const test = testWith({ smtpUrl: mails.url, pushServices: [service.origin], media: { filesPerDay: 100_000 } })

const RELATION = {
  creator: 'creator',
  mutual: 'mutual',
  crewmate: 'crew',
  stranger: 'member',
  follower: 'member',
  // The creator followed this person back, or they were in the crew, when all content there was created.
  former: 'member',
  left_crew: 'member',
  blocked: 'blocked',
  steward: 'member',
  moderator: 'member',
} as const satisfies Record<string, Relation>
type Reader = keyof typeof RELATION
const READERS = Object.keys(RELATION) as Reader[]

type Combination = { audience: Audience; exact_for: ExactAudience; precision: Precision; opens: boolean }
const ALL: Combination[] = AUDIENCES.flatMap((audience) =>
  EXACT_AUDIENCES.filter((exact_for) => isWithin(exact_for, audience)).flatMap((exact_for) =>
    PRECISIONS.flatMap((precision) =>
      [false, true].map((opens) => ({ audience, exact_for, precision, opens })),
    ),
  ),
)
  // Skip positions that everyone sees exactly from the start, because they're not secret, and second audiences without
  // effect.
  .filter(
    ({ audience, exact_for, precision, opens }) =>
      opens || (precision === 'exact' ? exact_for === 'only_me' && audience !== 'everybody' : true),
  )
  .filter(({ audience, exact_for, opens }) => !opens || audience !== exact_for)

const COMBINATIONS = pickPairwise(ALL, ({ audience, exact_for, precision, opens }) => [
  audience,
  exact_for,
  precision,
  opens,
])
// These combinations are also tested with spots that are restricted from the start, in weekly emails, and for nearby
// spots. Precision isn't a factor here, because the recipients don't depend on it.
const SOME = pickPairwise(COMBINATIONS, ({ audience, exact_for, opens }) => [audience, exact_for, opens])

type Canary = Combination & {
  combination: Combination
  label: string
  id: string
  post: string
  secrets: string[]
  wasOpen: boolean
}

function knows(reader: Reader, { audience, exact_for, opens }: Combination) {
  return isAudienceOf(opens ? exact_for : audience, RELATION[reader])
}

function seesExactly(reader: Reader, one: Combination) {
  return knows(reader, one) && (one.precision === 'exact' || isAudienceOf(one.exact_for, RELATION[reader]))
}

type Sent = { to: Reader; how: string; text: string }

function leaksIn(sent: readonly Sent[], canaries: readonly Canary[]): string[] {
  return sent.flatMap(({ to, how, text }) =>
    canaries.flatMap(({ label, id, post, secrets, combination: one }) => {
      const hidden = [
        ...(knows(to, one) ? [] : [`${label} `, id, post]),
        ...(seesExactly(to, one) ? [] : secrets),
      ]
      return hidden
        .filter((secret) => text.includes(secret))
        .map((secret) => `${to}: ${how} has ${secret} (${JSON.stringify(one)})`)
    }),
  )
}

function buildUsername(name: Reader) {
  return `the.${name.replace('_', '.')}`
}

type World = { app: TestApp; people: Record<Reader, Actor>; crew_id: string }

async function aWorld(app: TestApp): Promise<World> {
  const made = await Promise.all(
    READERS.map(async (name) => [name, actorFor(app, await member(app, buildUsername(name)))] as const),
  )
  const people = Object.fromEntries(made) as Record<Reader, Actor>
  const { creator, mutual, crewmate, stranger, follower, former, left_crew, steward, moderator } = people
  await makeAdmin(app.db, moderator.user_id)
  await app.db.updateTable('users').set({ created_at: sql`now() - interval '90 days'` }).execute()
  for (const { user_id } of [mutual, follower, former]) await follow(app.db, user_id, creator.user_id)
  for (const { user_id } of [mutual, former]) await follow(app.db, creator.user_id, user_id)
  const crew_id = await aCrew(app.db, creator.user_id, [crewmate.user_id, left_crew.user_id])
  const anchor = await aSpotRow(app.db, null, 'Anchor')
  const area = await moderator.addArea({ name: 'Here', corners: box(2.0, 41.25, 0.4) })
  await moderator.nameSteward(area.id, steward.username)
  for (const who of Object.values(people)) {
    await app.db.insertInto('saved_spots').values({ user_id: who.user_id, spot_id: anchor }).execute()
    await who.setDigests({ digest: true, places: true, time_zone: 'UTC' })
    await who.followArea(area.id)
    await who.addPushDevice(service.browser((await who.getPush()).public_key))
  }
  for (const who of [mutual, former, left_crew, stranger, crewmate]) {
    await who.sendMessage(creator.user_id, { content: 'Hi' })
    await creator.sendMessage(who.user_id, { content: 'Hi' })
  }
  await app.db
    .updateTable('digest_settings')
    .set({ places_since: sql<string>`now() - interval '1 day'` })
    .execute()
  return { app, people, crew_id }
}

const DIGEST_KIND = 'digest-mail'
const MODERATION_KIND = 'moderation-mail'
// Returns a substitute for an existing kind of job with the same name.
function kindNamed(name: string) {
  return jobKind<object>({ name, retries: 0, retryDelay: 1, expireInSeconds: 60, concurrency: 1 })
}

async function allRolledUp(app: TestApp): Promise<void> {
  await commentsCounted(app.db)
  await rolledUp(app, 'new spots', 'new_spots')
  await rolledUp(app, 'area changes', 'area_changes')
}

function aClosing({ crew_id }: World, one: Combination) {
  return {
    audience: one.audience,
    exact_for: one.exact_for,
    precision: one.precision,
    ...(isForCrew(one) && { crew_id }),
    ...(one.opens && { opens_at: inDays(9) }),
  }
}

async function aCanary(world: World, n: number, one: Combination, wasOpen: boolean): Promise<Canary> {
  const { app, people } = world
  const { creator } = people
  const label = `zqsent${n}z`
  const [latitude, longitude] = [41.38111371234 + n / 1e4, 2.14111734321 + n / 1e4]
  const { id, cover_item } = await creator.shareSpot({
    ...aSpot({
      media_ids: [await aMediaItem(app.db, creator.user_id)],
      name: `${label} name`,
      latitude,
      longitude,
      description: `${label} words`,
      address: `${label}street`,
      city: `${label}city`,
    }),
    ...(!wasOpen && aClosing(world, one)),
  })
  const secrets = [
    `${label}street`,
    `${label}city`,
    String(latitude).slice(0, 9),
    String(longitude).slice(0, 8),
  ]
  return { ...one, combination: one, label, id, post: cover_item?.post_id ?? '', secrets, wasOpen }
}

const MENTIONED = READERS.map((name) => `@${buildUsername(name)}`).join(' ')

// Triggers emails and notifications about a spot that is still public.
async function happensAt({ app, people }: World, { label, id, post }: Canary): Promise<void> {
  const { creator, mutual, former, left_crew, stranger, steward, moderator } = people
  for (const who of [mutual, former, left_crew]) {
    const theirs = await aPost(app.db, who.user_id, { spot_id: id, title: `${label} clip` })
    await creator.likeMedia(theirs, 0)
    const own = await who.addComment(post, { content: `${label} comment` })
    await creator.addComment(post, { content: `${label} answer`, parent_comment_id: own.id })
    await creator.likeComment(own.id)
    await creator.sendMessage(who.user_id, { content: null, spot_id: id })
  }
  await stranger.likeMedia(post, 0)
  const { id: comment_id } = await former.addComment(post, { content: 'A word of mine' })
  await moderator.removeComment(comment_id)
  for (const who of [former, left_crew]) {
    const facts = who === former ? { water: true } : { toilet: true }
    const { suggestions } = await who.suggestFacts(id, { facts })
    const mine = suggestions.find(({ is_own }) => is_own)?.id ?? ''
    await steward.answerSuggestion(mine, { agrees: false })
  }
  await stranger.report({ report_type: 'other', description: null, reported_spot_id: id })
  const found = await app.db
    .selectFrom('report_cases')
    .select('id')
    .where('spot_id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  await steward.decideAsSteward(found.id, { action: 'keep', reason: 'Fine.' })
  await steward.settleSpot(id, { state: 'closed', until: dayIn(5), reason: 'Works.' })
}

/** Immediately retries the emails that are waiting for the mail server. */
async function mailsSent({ db }: TestApp, kind: string): Promise<void> {
  await sql`update jobs.job set start_after = now() where name = ${kind} and state = 'retry'`.execute(db)
  await jobsDone(db, kind)
}

function getReader({ people }: World, user_id: string): Reader {
  return READERS.find((name) => people[name].user_id === user_id) ?? 'creator'
}

function mailed({ people }: World): Sent[] {
  return mails.mails.splice(0).map((mail) => {
    const to = READERS.find((name) => people[name].email === mail.to?.[0]?.address)
    if (!to) throw new Error(`a mail to ${mail.to?.[0]?.address}`)
    const text = [mail.subject, mail.text, mail.html, JSON.stringify(mail.headers)].join('\n')
    return { to, how: `the mail "${mail.subject}"`, text }
  })
}

const LINES_SHOWN = 4

function chunked<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}

/** Pushes people's notifications to their devices, in messages small enough that no item is only counted as "more". */
async function pushed(world: World, type?: 'spot_near'): Promise<Sent[]> {
  const { app } = world
  const devices = await app.db.selectFrom('push_devices').select(['id', 'user_id', 'endpoint']).execute()
  for (const { id: device_id, user_id } of devices) {
    const lines = await app.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', user_id)
      .where('type', type ? '=' : '<>', type ?? 'spot_near')
      .execute()
    const messages = type
      ? []
      : await sql<{ id: string }>`
      select m.id from messages m join message_sides side on side.thread_id = m.thread_id
      where side.user_id = ${user_id} and m.user_id <> ${user_id}`
          .execute(app.db)
          .then(({ rows }) => rows)
    const jobs = [
      ...chunked(lines, LINES_SHOWN).map((some) => ({
        notification_ids: some.map(({ id }) => id),
        message_ids: [],
      })),
      ...messages.map(({ id }) => ({ notification_ids: [], message_ids: [id] })),
    ]
    await app.db.transaction().execute(async (tx) => {
      for (const job of jobs) await app.jobs.send(tx, kindNamed('push'), { device_id, ...job })
    })
  }
  await jobsDone(app.db, 'push')
  return service.delivered.splice(0).flatMap(({ endpoint, shown }) => {
    const owner = devices.find((device) => device.endpoint === endpoint)?.user_id ?? ''
    return shown.map((line) => ({
      to: getReader(world, owner),
      how: `the push "${line.title}"`,
      text: JSON.stringify(line),
    }))
  })
}

/** The daily notification covers all new spots but names only one, so this makes the canary the only new spot. */
async function sentOfNear(world: World, { id }: Canary): Promise<Sent[]> {
  const { app } = world
  await app.db.deleteFrom('notifications').where('type', '=', 'spot_near').execute()
  await sql`update spots_near set notification_id = null,
    added_at = now() - case when spot_id = ${id} then interval '20 minutes' else interval '9 days' end`.execute(
    app.db,
  )
  await app.db.updateTable('digest_settings').set({ places_notified_at: null }).execute()
  await app.jobs.runTimer('notifications of nearby spots')
  return pushed(world, 'spot_near')
}

const AT_ONCE = 3
const WEEK_MS = 7 * 86_400_000

/** Weekly emails name only a few items of each kind, so this spreads the spots over several weeks. */
async function weeklyMails(world: World, canaries: readonly Canary[]): Promise<Sent[]> {
  const { app, people } = world
  for (const [n, some] of chunked(canaries, AT_ONCE).entries()) {
    const until = new Date(Date.now() - (n + 2) * WEEK_MS)
    const since = new Date(until.getTime() - WEEK_MS)
    const at = new Date(until.getTime() - WEEK_MS / 2).toISOString()
    const ids = some.map(({ id }) => id)
    const posts = sql`(select id from posts where spot_id = any (${ids}::uuid[]))`
    await sql`update spots_near set added_at = ${at} where spot_id = any (${ids}::uuid[])`.execute(app.db)
    await sql`update posts set created_at = ${at} where id in ${posts}`.execute(app.db)
    await sql`update likes set created_at = ${at} where post_id in ${posts}`.execute(app.db)
    await sql`update comments set created_at = ${at} where post_id in ${posts}`.execute(app.db)
    await app.db.transaction().execute(async (tx) => {
      for (const { user_id } of Object.values(people)) {
        const week = { user_id, since: since.toISOString(), until: until.toISOString() }
        await app.jobs.send(tx, kindNamed(DIGEST_KIND), week)
      }
    })
    await jobsDone(app.db, DIGEST_KIND)
  }
  return mailed(world)
}

test('no email or push message reveals a spot, or its position, to people who can’t see it', {
  timeout: 600_000,
}, async ({ app }) => {
  const world = await aWorld(app)
  const { creator } = world.people
  const canaries: Canary[] = []
  for (const [n, one] of COMBINATIONS.entries()) canaries.push(await aCanary(world, n, one, true))
  for (const one of SOME) canaries.push(await aCanary(world, canaries.length, one, false))
  // Delays immediate emails until the spots are restricted.
  mails.refuse = { code: 451, at: 'data' }
  for (const canary of canaries) {
    if (canary.wasOpen && SOME.includes(canary.combination)) await happensAt(world, canary)
    else await creator.addComment(canary.post, { content: `${canary.label} all ${MENTIONED}` })
    await creator.likeMedia(canary.post, 0)
  }
  await allRolledUp(app)
  await creator.blockPerson(world.people.blocked.user_id)
  const { left_crew, former } = world.people
  await left_crew.leaveCrew(world.crew_id)
  await creator.unfollowPerson(former.user_id)
  for (const canary of canaries.filter(({ wasOpen }) => wasOpen)) {
    const { version } = await creator.getSpot(canary.id)
    await creator.editSpot(canary.id, aClosing(world, canary), { version })
  }
  await allRolledUp(app)
  // The messages delivered so far were about public content.
  await jobsDone(app.db, 'push')
  service.delivered.length = 0
  mails.refuse = null
  await mailsSent(app, MODERATION_KIND)
  const sent = [...mailed(world), ...(await pushed(world))]
  const some = canaries.filter(({ combination }) => SOME.includes(combination))
  for (const canary of some) {
    const near = await sentOfNear(world, canary)
    sent.push(...near)
    const named = near.filter(({ text }) => text.includes(`${canary.label} `)).map(({ to }) => to)
    // No one is notified of spots shared by someone they have a block with, even public ones.
    const known = READERS.filter(
      (reader) => reader !== 'creator' && reader !== 'blocked' && knows(reader, canary),
    )
    expect([...new Set(named)].toSorted(), `sent of ${JSON.stringify(canary.combination)}`).toEqual(
      known.toSorted(),
    )
  }
  sent.push(...(await weeklyMails(world, some)))
  // Deleting the spots notifies the people who had posts there.
  for (const { id } of canaries.slice(0, AT_ONCE * 4)) await creator.removeSpot(id)
  await allRolledUp(app)
  sent.push(...(await pushed(world)))
  expect(leaksIn(sent, canaries)).toEqual([])
  for (const how of [
    'the mail "About your',
    'the mail "The outcome',
    'the mail "Your week',
    'the push "You were m',
  ])
    expect(sent.filter((one) => one.how.startsWith(how)).length, how).toBeGreaterThan(3)
  console.info(`${canaries.length} spots, ${sent.length} mails and lines`)
})
