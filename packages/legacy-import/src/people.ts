import { LIMITS } from '@nollie/contract'
import { Email } from '@nollie/contract/accounts'
import { readInstagram } from '@nollie/contract/people'
import type { Tx } from '@nollie/server/db'
import {
  addImportedEmail,
  ensureImportedAccount,
  nameImportedAccount,
  requireOwnName,
} from '@nollie/server/modules/accounts'
import { attachMedia } from '@nollie/server/modules/media'
import { importPost } from '@nollie/server/modules/posts'
import { describeProfile, setAvatar } from '@nollie/server/modules/profiles'
import type { Fields } from './fields.ts'
import {
  findImported,
  findPeople,
  hasNoPicture,
  importKey,
  rememberImported,
} from './imported-rows.queries.ts'
import type { ImportContext, Item, Outcome, Table } from './import-table.ts'

type OldUser = { id: string; email: string | null; isConfirmed: boolean }

function emailIn(fields: Fields): string | null {
  return Email.safeParse(fields.address('email')).data ?? null
}

// Someone who signed up with an email address and never verified it may not own that address. So the address must not
// give access to an account here.
function isConfirmed(fields: Fields): boolean {
  if (fields.has('email_confirmed_at')) return fields.address('email_confirmed_at') !== null
  return fields.has('email_verified') ? fields.isTrue('email_verified') : true
}

const NO_ADDRESS = 'has no verified email address, so no one can claim this account'

async function makeAccount(
  { source, report }: ImportContext,
  tx: Tx,
  {
    where,
    value: { id, email, username },
  }: Item<{ id: string; email: string | null; username: string | null }>,
) {
  const account = await ensureImportedAccount(tx, { email, username })
  const made = account.state === 'made'
  const row_id = account.user_id
  await rememberImported(tx, [
    { key: importKey(source, 'users', id), row_id },
    ...(made ? [{ key: importKey(source, 'made', id), row_id }] : []),
  ])
  if (!made)
    report.note(
      where,
      `merged into ${account.username}, who has the same email address and keeps their profile`,
    )
  else if (email === null) report.note(where, NO_ADDRESS)
  return account
}

/** Imports accounts (`users`): ids with their email addresses. */
export function usersTable(context: ImportContext): Table<OldUser> {
  return {
    name: 'users',
    batch: 100,
    read: (fields) => {
      const id = fields.id('id', 'user_id')
      return id === null ? 'it has no id' : { id, email: emailIn(fields), isConfirmed: isConfirmed(fields) }
    },
    write: async (tx, items) => {
      const outcomes: Outcome[] = []
      for (const { where, value } of items) {
        const key = importKey(context.source, 'users', value.id)
        const known = (await findImported(tx, [key])).get(key)
        const email = value.isConfirmed ? value.email : null
        if (known === undefined)
          await makeAccount(context, tx, { where, value: { id: value.id, email, username: null } })
        else if (email !== null) await addImportedEmail(tx, known, email)
        outcomes.push(known === undefined ? 'added' : 'known')
      }
      return outcomes
    },
  }
}

type OldProfile = {
  id: string
  email: string | null
  username: string | null
  avatar: string | null
  facts: {
    full_name: string | null
    bio: string | null
    instagram_url: string | null
    created_at?: string
  }
}

function instagramIn(fields: Fields): string | null {
  const text = fields.address('instagram_url')
  if (text === null) return null
  const url = readInstagram(text)
  if (url === undefined) fields.notes.push('instagram_url is not an Instagram name and was skipped')
  return url ?? null
}

function fullNameIn(fields: Fields): string | null {
  const name = fields.line('full_name', LIMITS.full_name_max)
  try {
    requireOwnName(name)
    return name
  } catch {
    fields.notes.push('full_name could be mistaken for the people who run this server and was skipped')
    return null
  }
}

function readProfile(fields: Fields): OldProfile | string {
  const id = fields.id('user_id', 'id')
  if (id === null) return 'it has no user_id'
  return {
    id,
    email: emailIn(fields),
    username: fields.line('username', 100),
    avatar: fields.address('avatar_url'),
    facts: {
      full_name: fullNameIn(fields),
      bio: fields.text('bio', LIMITS.bio_max),
      instagram_url: instagramIn(fields),
      ...fields.timestamp('created_at'),
    },
  }
}

async function writeProfile(
  context: ImportContext,
  tx: Tx,
  { where, value }: Item<OldProfile>,
): Promise<Outcome> {
  const { source, report } = context
  const { id, username, facts, avatar } = value
  const keys = {
    profile: importKey(source, 'profiles', id),
    user: importKey(source, 'users', id),
    made: importKey(source, 'made', id),
  }
  const known = await findImported(tx, Object.values(keys))
  if (known.has(keys.profile)) return 'known'
  const before = known.get(keys.user)
  if (before !== undefined && !(await findPeople(tx, [before])).has(before)) return 'known'
  let user_id = before ?? ''
  let isMade = known.has(keys.made)
  let name: string | null = null
  if (before === undefined) {
    const account = await makeAccount(context, tx, { where, value })
    user_id = account.user_id
    isMade = account.state === 'made'
    name = account.username
  } else if (isMade && username !== null) name = await nameImportedAccount(tx, user_id, username)
  if (isMade) {
    await describeProfile(tx, user_id, { ...facts, ...(name === null ? {} : { username: name }) })
    if (username !== null && name !== username) report.note(where, `"${username}" was renamed ${name}`)
    if (avatar !== null)
      await rememberImported(tx, [{ key: importKey(source, 'avatar', id, avatar), row_id: user_id }])
  }
  await rememberImported(tx, [{ key: keys.profile, row_id: user_id }])
  return 'added'
}

/** Imports profiles (`profiles`). Creates accounts for people whose email address wasn't in any other table. */
export function profilesTable(context: ImportContext): Table<OldProfile> {
  return {
    name: 'profiles',
    batch: 100,
    read: readProfile,
    write: async (tx, items) => {
      const outcomes: Outcome[] = []
      for (const item of items) outcomes.push(await writeProfile(context, tx, item))
      return outcomes
    },
  }
}

/** Makes a photo in a person's post their profile picture, unless they have already chosen one. */
export async function setPicture(
  tx: Tx,
  user_id: string,
  media: { id: string; key: string | null } | undefined,
): Promise<void> {
  if (media?.key && (await hasNoPicture(tx, user_id)))
    await setAvatar(tx, user_id, { avatar_media_id: media.id, avatar_url: `/media/${media.key}/400.webp` })
}

type Avatar = { id: string; address: string; media_id?: string | null }

/** Imports profile pictures that aren't in a post and creates a post for each (API-68). */
export function picturesTable(context: ImportContext): Table<Avatar> {
  const { source, takeFile } = context
  const buildKeys = ({ id, address }: Avatar) => ({
    avatar: importKey(source, 'avatar', id, address),
    picture: importKey(source, 'picture', id, address),
  })
  return {
    name: 'profile pictures',
    batch: 20,
    read: (fields) => {
      const id = fields.id('user_id', 'id')
      const address = fields.address('avatar_url')
      return id === null || address === null ? null : { id, address }
    },
    prepare: async (items) => {
      for (const { where, value } of items) {
        const keys = buildKeys(value)
        const known = await findImported(context.db, Object.values(keys))
        const user_id = known.get(keys.avatar)
        if (user_id === undefined || known.has(keys.picture)) continue
        if (!(await findPeople(context.db, [user_id])).has(user_id)) continue
        value.media_id = await takeFile(user_id, { where, address: value.address })
      }
    },
    write: async (tx, items) => {
      const outcomes: Outcome[] = []
      for (const { value } of items) {
        const keys = buildKeys(value)
        const known = await findImported(tx, Object.values(keys))
        const user_id = known.get(keys.avatar)
        if (user_id === undefined || known.has(keys.picture)) outcomes.push('known')
        else if (value.media_id === undefined) outcomes.push('known')
        else if (value.media_id === null) outcomes.push({ refused: "its file couldn't be imported" })
        else {
          const [media] = await attachMedia(tx, user_id, [value.media_id])
          await importPost(tx, {
            user_id,
            spot_id: null,
            kind: 'profile_picture',
            title: 'Profile Picture',
            content: 'Updated profile picture',
            items: [{ media_index: 0, media_id: value.media_id }],
          })
          await setPicture(tx, user_id, media)
          await rememberImported(tx, [{ key: keys.picture, row_id: value.media_id }])
          outcomes.push('added')
        }
      }
      return outcomes
    },
  }
}
