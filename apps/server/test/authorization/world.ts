import { v7 as uuid } from 'uuid'
import { suspend } from '../../src/modules/accounts/index.ts'
import type { TestApp } from '../world/app.ts'
import { aToken } from '../actors/access-tokens.ts'
import { anAd } from '../makers/ads.ts'
import { aCrew } from '../makers/crews.ts'
import { aMerge } from '../makers/merges.ts'
import { aFactChange, aMeasurement, anObstacle } from '../makers/facts.ts'
import { signInAgain, member, type TestPerson } from '../actors/people.ts'
import { anImportArea, anImportConflict, anImportFile } from '../makers/imports/imports.ts'
import { aList, aPost, aSpotRow } from '../makers/posts.ts'
import { aMeetup } from '../makers/meetups.ts'
import { aBulletinRow } from '../makers/stewards.ts'
import { aCheck, aDraft, aMediaItem, aMember } from '../makers/spots.ts'
import { getUploadId, uploader } from '../actors/uploads.ts'
import { aFactor, anIdentity, aPasskey, aSession, aTrustedDevice } from './keys-of-accounts.ts'

/**
 * The kinds of people, as policies distinguish them. Each of them tries each operation. `owner` has blocked `blocked`,
 * who is otherwise a normal member. `suspended` still uses a session from before the suspension. `reader` is also
 * suspended, but has signed in since.
 */
export const PRINCIPALS = [
  'visitor',
  'unverified',
  'stale',
  'suspended',
  'reader',
  'blocked',
  'member',
  'owner',
  'admin',
] as const

/** One of the {@link PRINCIPALS}. */
export type Principal = (typeof PRINCIPALS)[number]

/** One of everything that a person can own. */
export type Targets = {
  person: TestPerson
  spot_id: string
  /** A post with two photos at the spot. */
  post_id: string
  /** One of their posts that has no spot. */
  postWithoutSpotId: () => Promise<string>
  /** A comment on the post's first photo. */
  comment_id: string
  discussion_id: string
  /** An upload that is ready but not in a post yet. */
  mediaId: () => Promise<string>
  /** The file key for the post's first photo. */
  fileKey: () => Promise<string>
  /** One of their spots, deleted. */
  goneSpotId: () => Promise<string>
  /** Another of their spots at the same place. */
  twinId: () => Promise<string>
  /** A merge between two of their spots. */
  mergeId: () => Promise<string>
  /** Their status report about their spot. */
  checkId: () => Promise<string>
  /** An obstacle at their spot, and a photo of it. */
  obstacle: () => Promise<{ obstacle_id: string; media_id: string }>
  /** The owner's suggestion about the facts of their spot, either open or applied. */
  changeId: (state: 'open' | 'applied') => Promise<string>
  /** A different value for their spot from an import source. */
  conflictId: () => Promise<string>
  /** A new import from OpenStreetMap that they have started. */
  importArea: (state: 'running' | 'stopped' | 'complete') => Promise<string>
  importFile: (state: 'uploading' | 'ready') => Promise<string>
  /** One of their measurements. */
  measurementId: () => Promise<string>
  /** Their private list with their spot, and another one that is shared by link. */
  listId: () => Promise<string>
  linkedListId: () => Promise<string>
  /** One of their drafts, with a photo. */
  draftId: () => Promise<string>
  /** A crew that they own, and another of its members. */
  crew: () => Promise<{ crew_id: string; member_id: string }>
  /** An incomplete upload. Like `mediaId`, it is created on first use, because the number per person is limited. */
  uploadId: () => Promise<string>
  /** A notification about a like on their post. */
  notificationId: () => Promise<string>
  /** Another of their sessions. */
  sessionId: () => Promise<string>
  /** An identity at a sign-in provider. */
  identityId: () => Promise<string>
  /** One of the owner's access tokens. */
  tokenId: () => Promise<string>
  /** One of the owner's passkeys. */
  passkeyId: () => Promise<string>
  /** One of their second factors, which isn't active yet. */
  factorId: () => Promise<string>
  /** One of their trusted devices. */
  trustedDeviceId: () => Promise<string>
  /** One of their exports, ready to download. */
  exportId: () => Promise<string>
  /** One of their profile photos, as a post. */
  pictureId: () => Promise<string>
  /** One of their bulletins, as an area's steward. */
  bulletinId: () => Promise<string>
  /** Their meetup at their spot, for all members. */
  meetupId: () => Promise<string>
  /** An ad that was created in their name. */
  adId: () => Promise<string>
  /** An open case about their post. */
  caseId: () => Promise<string>
  /** A conversation with a new person, and their message in it. */
  threadId: () => Promise<{ thread_id: string; message_id: string }>
}

/** Everyone, the headers for their sessions, and a factory for their content. */
export type World = {
  it: TestApp
  headers: Record<Principal, Record<string, string>>
  persons: Record<Exclude<Principal, 'visitor'>, TestPerson>
  /** Creates new targets for a person, so that no attempt depends on an earlier one. */
  makeTargets: (person: TestPerson) => Promise<Targets>
}

async function aComment({ db }: TestApp, user_id: string, post_id: string): Promise<string> {
  const id = uuid()
  await db
    .insertInto('comments')
    .values({ id, post_id, media_index: 0, user_id, content: 'Clean.', parent_comment_id: null })
    .execute()
  return id
}

async function anExport({ db, storage }: TestApp, user_id: string): Promise<string> {
  const id = uuid()
  const expires_at = new Date(Date.now() + 3600_000)
  await db.insertInto('exports').values({ id, user_id, status: 'ready', bytes: 3, expires_at }).execute()
  await storage.area('exports').put(`${id.replaceAll('-', '')}/archive.zip`, Buffer.from('zip'))
  return id
}

// Rows that are inserted directly into the tables have no files.
async function aFile({ db, storage }: TestApp, post_id: string): Promise<string> {
  const { key } = await db
    .selectFrom('post_media as pm')
    .innerJoin('media as m', 'm.id', 'pm.media_id')
    .select('m.key')
    .where('pm.post_id', '=', post_id)
    .where('pm.media_index', '=', 0)
    .executeTakeFirstOrThrow()
  await storage.area('media').put(`${key}/400.webp`, Buffer.from('a picture'))
  return key ?? ''
}

async function aLikeNotification(
  { db }: TestApp,
  user_id: string,
  from_user_id: string,
  post_id: string,
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('notifications')
    .values({ id, user_id, from_user_id, type: 'like', target_id: post_id, post_id })
    .execute()
  return id
}

async function aCase({ db }: TestApp, owner_id: string, post_id: string): Promise<string> {
  const id = uuid()
  await db
    .insertInto('report_cases')
    .values({ id, kind: 'post', post_id, owner_id, words: 'Buy wax' })
    .execute()
  return id
}

async function aPicture({ db }: TestApp, user_id: string): Promise<string> {
  const id = await aPost(db, user_id, { title: 'Profile Picture' })
  await db.updateTable('posts').set({ kind: 'profile_picture' }).where('id', '=', id).execute()
  return id
}

async function aThread({ app, db }: TestApp, { bearer }: TestPerson) {
  const other = await aMember(db, `pal${uuid().slice(-12)}`)
  const answer = await app.inject({
    method: 'POST',
    url: `/api/messages/with/${other}`,
    payload: { content: 'Session?' },
    headers: { ...bearer, 'idempotency-key': uuid() },
  })
  const { thread_id, id } = answer.json<{ thread_id: string; id: string }>()
  return { thread_id, message_id: id }
}

async function aGoneSpot({ app, db }: TestApp, { user_id, bearer }: TestPerson): Promise<string> {
  const spot_id = await aSpotRow(db, user_id, 'Filled in')
  await app.inject({ method: 'DELETE', url: `/api/spots/${spot_id}`, headers: bearer })
  return spot_id
}

async function aDiscussion({ db }: TestApp, user_id: string): Promise<{ discussion_id: string }> {
  const discussion_id = uuid()
  const discussion = {
    id: discussion_id,
    user_id,
    title: 'Wax',
    content: 'Which?',
    category: 'gear' as const,
  }
  await db.insertInto('discussions').values(discussion).execute()
  return { discussion_id }
}

// Creates a person who has been suspended and has signed in since.
async function aReader(it: TestApp, person: TestPerson): Promise<TestPerson> {
  await it.db.transaction().execute((tx) => suspend(tx, person.user_id, true))
  const again = await signInAgain(it, person)
  // The time is long ago, like the others', so that operations that need recent authentication require it.
  await it.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .where('user_id', '=', person.user_id)
    .execute()
  return again
}

/** Fills a server with one person of every kind. */
export async function aWorld(it: TestApp): Promise<World> {
  const { db, app } = it
  // Names that contain `admin` are reserved.
  const person = (name: string) => member(it, `the.${name}.one`)
  const persons = {
    unverified: await person('unverified'),
    stale: await person('stale'),
    suspended: await person('suspended'),
    reader: await aReader(it, await person('reader')),
    blocked: await person('blocked'),
    member: await person('member'),
    owner: await person('owner'),
    admin: await person('trusted'),
  }
  await db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', persons.unverified.user_id)
    .execute()
  await db.transaction().execute((tx) => suspend(tx, persons.suspended.user_id, true))
  await db
    .updateTable('profiles')
    .set({ is_admin: true })
    .where('user_id', '=', persons.admin.user_id)
    .execute()
  await app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: persons.stale.bearer })
  await app.inject({
    method: 'PUT',
    url: `/api/people/${persons.blocked.user_id}/block`,
    headers: persons.owner.bearer,
  })
  const makeTargets = async (person: TestPerson): Promise<Targets> => {
    const { user_id } = person
    const spot_id = await aSpotRow(db, user_id)
    let gone_spot_id: Promise<string> | undefined
    let media_id: Promise<string> | undefined
    let draft_id: Promise<string> | undefined
    let obstacle: ReturnType<Targets['obstacle']> | undefined
    let measurement_id: Promise<string> | undefined
    let conflict_id: Promise<string> | undefined
    const changes: Partial<Record<'open' | 'applied', Promise<string>>> = {}
    let crew: ReturnType<Targets['crew']> | undefined
    let twin_id: Promise<string> | undefined
    let merge_id: Promise<string> | undefined
    let meetup_id: Promise<string> | undefined
    let list_id: Promise<string> | undefined
    let linked_list_id: Promise<string> | undefined
    let upload_id: Promise<string> | undefined
    let post_without_spot_id: Promise<string> | undefined
    let notification_id: Promise<string> | undefined
    let session_id: Promise<string> | undefined
    let token_id: Promise<string> | undefined
    let identity_id: Promise<string> | undefined
    let passkey_id: Promise<string> | undefined
    let export_id: Promise<string> | undefined
    let picture_id: Promise<string> | undefined
    let case_id: Promise<string> | undefined
    let thread: ReturnType<Targets['threadId']> | undefined
    const post_id = await aPost(db, user_id, { spot_id, media: ['image', 'image'] })
    return {
      person,
      spot_id,
      post_id,
      comment_id: await aComment(it, user_id, post_id),
      ...(await aDiscussion(it, user_id)),
      postWithoutSpotId: () => (post_without_spot_id ??= aPost(db, user_id)),
      mediaId: () => {
        media_id ??= aMediaItem(db, user_id)
        return media_id
      },
      checkId: () => aCheck(db, user_id, spot_id),
      // Created on first use, because a person can have only a hundred.
      listId: () => (list_id ??= aList(db, user_id, [spot_id])),
      linkedListId: () => (linked_list_id ??= aList(db, user_id, [spot_id], 'link')),
      meetupId: () => (meetup_id ??= aMeetup(db, user_id, spot_id)),
      bulletinId: () => aBulletinRow(db, user_id),
      draftId: () => {
        draft_id ??= aDraft(db, user_id)
        return draft_id
      },
      crew: () => {
        crew ??= aMember(db, `mate${uuid().slice(-12)}`).then(async (member_id) => ({
          crew_id: await aCrew(db, user_id, [member_id]),
          member_id,
        }))
        return crew
      },
      obstacle: () => {
        obstacle ??= anObstacle(db, spot_id)
        return obstacle
      },
      changeId: (state) => {
        changes[state] ??= aFactChange(db, spot_id, { user_id, state })
        return changes[state]
      },
      conflictId: () => (conflict_id ??= anImportConflict(db, spot_id)),
      importArea: (state) => anImportArea(db, user_id, state),
      importFile: (state) => anImportFile(db, user_id, state),
      measurementId: () => {
        measurement_id ??= aMeasurement(db, spot_id, user_id)
        return measurement_id
      },
      // Belongs to a post without a spot, because visitors can see photos of public spots.
      fileKey: async () => aFile(it, await (post_without_spot_id ??= aPost(db, user_id))),
      goneSpotId: () => (gone_spot_id ??= aGoneSpot(it, person)),
      twinId: () => {
        twin_id ??= aSpotRow(db, user_id)
        return twin_id
      },
      mergeId: () => {
        merge_id ??= aMerge(it, person)
        return merge_id
      },
      uploadId: () => {
        upload_id ??= uploader(it, person).begin(1000).then(getUploadId)
        return upload_id
      },
      exportId: () => {
        export_id ??= anExport(it, person.user_id)
        return export_id
      },
      sessionId: () => {
        session_id ??= aSession(it, person.user_id)
        return session_id
      },
      identityId: () => {
        identity_id ??= anIdentity(it, person.user_id)
        return identity_id
      },
      adId: () => anAd(it.db, { created_by: person.user_id }),
      factorId: () => aFactor(it, person.user_id),
      trustedDeviceId: () => aTrustedDevice(it, person.user_id),
      tokenId: () => {
        token_id ??= aToken(it, person.user_id)
        return token_id
      },
      passkeyId: () => {
        passkey_id ??= aPasskey(it, person.user_id)
        return passkey_id
      },
      notificationId: () => {
        notification_id ??= aLikeNotification(it, person.user_id, persons.stale.user_id, post_id)
        return notification_id
      },
      pictureId: () => {
        picture_id ??= aPicture(it, user_id)
        return picture_id
      },
      caseId: () => {
        case_id ??= aCase(it, user_id, post_id)
        return case_id
      },
      threadId: () => {
        thread ??= aThread(it, person)
        return thread
      },
    }
  }
  const bearers = Object.fromEntries(
    Object.entries(persons).map(([name, { bearer }]) => [name, bearer]),
  ) as unknown as Record<keyof typeof persons, Record<string, string>>
  return { it, persons, headers: { visitor: {}, ...bearers }, makeTargets }
}

/** Creates another person, for operations that end the account or session they are called with. */
export function anotherPerson(it: TestApp): Promise<TestPerson> {
  return member(it, `extra${uuid().slice(-12)}`)
}

/** Creates another reader; see {@link PRINCIPALS}. */
export async function anotherReader(it: TestApp): Promise<TestPerson> {
  return aReader(it, await anotherPerson(it))
}
