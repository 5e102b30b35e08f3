import { LIMITS } from '@nollie/contract'
import type { Tx } from '@nollie/server/db'
import { attachMedia } from '@nollie/server/modules/media'
import { importPost, insertItems } from '@nollie/server/modules/posts'
import type { Fields } from './fields.ts'
import {
  findImported,
  findPeople,
  findPosts,
  findSpots,
  importKey,
  rememberImported,
} from './imported-rows.queries.ts'
import { type ImportContext, findImportedIds, type Item, type Outcome, type Table } from './import-table.ts'
import { setPicture } from './people.ts'
import { readOldContent } from './post-media.ts'

type OldPost = {
  id: string
  user_id: string | null
  spot_id: string | null
  title: string
  content: string | null
  when: { created_at?: string }
  urls: string[]
  /** Items whose files this run has imported. */
  files: { media_index: number; media_id: string }[]
}

const MAX_ITEMS = 200
const PICTURE = 'Profile Picture'
const REPAIRED = / - (Photo|Video) \d+$/

function readPost(fields: Fields): OldPost | string {
  const id = fields.id('id')
  if (id === null) return 'it has no id'
  const columns = [fields.address('image_url'), fields.address('video_url')]
  // Remove the list of URLs first, so that it doesn't count toward the text's maximum length.
  const old = readOldContent(fields.address('content'), columns)
  if (old.isBroken) fields.notes.push('the list after [MEDIA_URLS] is unreadable and was skipped')
  const content = fields.with('content', old.content).text('content', LIMITS.post_content_max)
  if (old.urls.length > MAX_ITEMS)
    fields.notes.push(`it has more than ${MAX_ITEMS} files; the rest were skipped`)
  const title = fields.line('title', LIMITS.post_title_max) ?? content?.split('\n', 1)[0]?.slice(0, 80).trim()
  if (!title && old.urls.length === 0) return 'it has neither text nor a photo'
  return {
    id,
    user_id: fields.id('user_id'),
    spot_id: fields.id('spot_id'),
    title: title || 'Photo',
    content,
    when: fields.timestamp('created_at'),
    urls: old.urls.slice(0, MAX_ITEMS),
    files: [],
  }
}

type Kind = Parameters<typeof importPost>[1]['kind']

function postKey({ source }: ImportContext, id: string): string {
  return importKey(source, 'posts', id)
}

function itemKey({ source }: ImportContext, id: string, index: number): string {
  return importKey(source, 'item', id, index)
}

// Doesn't fetch files that an earlier run imported, or files of a post that was deleted here.
async function importMissingFiles(context: ImportContext, { where, value }: Item<OldPost>, user_id: string) {
  const known = await findImported(context.db, [
    postKey(context, value.id),
    ...value.urls.map((_, i) => itemKey(context, value.id, i)),
  ])
  const post_id = known.get(postKey(context, value.id))
  if (post_id !== undefined && !(await findPosts(context.db, [post_id])).has(post_id)) return
  for (const [media_index, address] of value.urls.entries()) {
    if (known.has(itemKey(context, value.id, media_index))) continue
    const media_id = await context.takeFile(user_id, { where: `${where}, item ${media_index}`, address })
    if (media_id !== null) value.files.push({ media_index, media_id })
  }
}
type FoundSpot = { id: string; created_by: string | null }

// Returns a post's spot; null if it has none, or its spot was not imported.
async function findSpot(
  { source }: ImportContext,
  tx: Tx,
  old_id: string | null,
): Promise<FoundSpot | 'deleted' | null> {
  if (old_id === null) return null
  const key = importKey(source, 'spots', old_id)
  const id = (await findImported(tx, [key])).get(key)
  if (id === undefined) return null
  const spots = await findSpots(tx, [id])
  return spots.has(id) ? { id, created_by: spots.get(id) ?? null } : 'deleted'
}

async function findKind(
  { source }: ImportContext,
  tx: Tx,
  value: OldPost,
  spot: FoundSpot | null,
  author: string,
): Promise<Kind> {
  if (value.files.length === 0) return 'text'
  if (spot === null) return value.title === PICTURE ? 'profile_picture' : 'media'
  if (REPAIRED.test(value.title)) return 'repair'
  const covers = value.urls.map((url) => importKey(source, 'cover', value.spot_id ?? '', url))
  const shared = importKey(source, 'share post', value.spot_id ?? '')
  const known = await findImported(tx, [...covers, shared])
  const isShare = spot.created_by === author && covers.some((key) => known.has(key)) && !known.has(shared)
  return isShare ? 'spot' : 'media'
}
async function rememberItems(
  context: ImportContext,
  tx: Tx,
  { id, spot_id, urls, files }: OldPost,
): Promise<void> {
  await rememberImported(
    tx,
    files.flatMap(({ media_index, media_id: row_id }) => [
      { key: itemKey(context, id, media_index), row_id },
      ...(spot_id === null
        ? []
        : [{ key: importKey(context.source, 'spot media', spot_id, urls[media_index] ?? ''), row_id }]),
    ]),
  )
}

// Every former profile picture is a post. Only the one in the profile becomes the current picture.
async function importPicture(
  { source }: ImportContext,
  tx: Tx,
  value: OldPost,
  author: string,
  media: Awaited<ReturnType<typeof attachMedia>>[number] | undefined,
) {
  const address = value.urls[value.files[0]?.media_index ?? 0] ?? ''
  const key = importKey(source, 'avatar', value.user_id ?? '', address)
  if (media?.type !== 'image' || !(await findImported(tx, [key])).has(key)) return
  await setPicture(tx, author, media)
  await rememberImported(tx, [
    { key: importKey(source, 'picture', value.user_id ?? '', address), row_id: media.id },
  ])
}
async function writeNew(
  context: ImportContext,
  tx: Tx,
  { where, value }: Item<OldPost>,
  author: string,
): Promise<Outcome> {
  if (value.urls.length > 0 && value.files.length === 0)
    return { refused: 'none of its files could be imported' }
  const spot = await findSpot(context, tx, value.spot_id)
  if (value.spot_id !== null && spot === null)
    context.report.note(where, `its spot (${value.spot_id}) was not imported, so the post has no spot`)
  if (spot === 'deleted') return { refused: 'its spot was deleted here' }
  const media = await attachMedia(
    tx,
    author,
    value.files.map(({ media_id }) => media_id),
  )
  const kind = await findKind(context, tx, value, spot, author)
  const row_id = await importPost(tx, {
    user_id: author,
    spot_id: spot?.id ?? null,
    kind,
    title: value.title,
    content: value.content,
    items: value.files,
    ...value.when,
  })
  await rememberImported(tx, [
    { key: postKey(context, value.id), row_id },
    ...(kind === 'spot'
      ? [{ key: importKey(context.source, 'share post', value.spot_id ?? ''), row_id }]
      : []),
  ])
  await rememberItems(context, tx, value)
  if (kind === 'profile_picture') await importPicture(context, tx, value, author, media[0])
  return 'added'
}
async function writeOne(
  context: ImportContext,
  tx: Tx,
  item: Item<OldPost>,
  author: string | undefined,
): Promise<Outcome> {
  const { value } = item
  const post_id = (await findImported(tx, [postKey(context, value.id)])).get(postKey(context, value.id))
  if (author === undefined) return { refused: `its author (${value.user_id ?? 'none'}) was not imported` }
  if (post_id === undefined) return writeNew(context, tx, item, author)
  if (value.files.length > 0 && (await findPosts(tx, [post_id])).has(post_id)) {
    await attachMedia(
      tx,
      author,
      value.files.map(({ media_id }) => media_id),
    )
    await insertItems(tx, post_id, value.files)
    await rememberItems(context, tx, value)
  }
  return 'known'
}
async function findAuthors(context: ImportContext, items: readonly Item<OldPost>[], on: ImportContext['db']) {
  const authors = await findImportedIds(
    context,
    on,
    'users',
    items.map(({ value }) => value.user_id),
  )
  const there = await findPeople(
    on,
    items.flatMap(({ value }) => authors(value.user_id) ?? []),
  )
  return (id: string | null) => {
    const author = authors(id)
    return author !== undefined && there.has(author) ? author : undefined
  }
}
/** Imports posts (`posts`), with photos and videos at the indexes that likes and comments refer to. */
export function postsTable(context: ImportContext): Table<OldPost> {
  return {
    name: 'posts',
    batch: 20,
    read: readPost,
    prepare: async (items) => {
      const author = await findAuthors(context, items, context.db)
      for (const item of items) {
        const user_id = author(item.value.user_id)
        if (user_id !== undefined) await importMissingFiles(context, item, user_id)
      }
    },
    write: async (tx, items) => {
      const author = await findAuthors(context, items, tx)
      const outcomes: Outcome[] = []
      for (const item of items) outcomes.push(await writeOne(context, tx, item, author(item.value.user_id)))
      return outcomes
    },
  }
}
