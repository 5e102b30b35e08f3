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

/** Imports posts (`posts`), with photos and videos at the indexes that likes and comments refer to. */
export function postsTable(context: ImportContext): Table<OldPost> {
  const { source, report, db, takeFile } = context
  const postKey = (id: string) => importKey(source, 'posts', id)
  const itemKey = (id: string, index: number) => importKey(source, 'item', id, index)

  // Doesn't fetch files that an earlier run imported, or files of a post that was deleted here.
  const importMissingFiles = async ({ where, value }: Item<OldPost>, user_id: string) => {
    const known = await findImported(db, [
      postKey(value.id),
      ...value.urls.map((_, i) => itemKey(value.id, i)),
    ])
    const post_id = known.get(postKey(value.id))
    if (post_id !== undefined && !(await findPosts(db, [post_id])).has(post_id)) return
    for (const [media_index, address] of value.urls.entries()) {
      if (known.has(itemKey(value.id, media_index))) continue
      const media_id = await takeFile(user_id, { where: `${where}, item ${media_index}`, address })
      if (media_id !== null) value.files.push({ media_index, media_id })
    }
  }

  const findKind = async (
    tx: Tx,
    value: OldPost,
    spot: { id: string; created_by: string | null } | null,
    author: string,
  ): Promise<Kind> => {
    if (value.files.length === 0) return 'text'
    if (spot === null) return value.title === PICTURE ? 'profile_picture' : 'media'
    if (REPAIRED.test(value.title)) return 'repair'
    const covers = value.urls.map((url) => importKey(source, 'cover', value.spot_id ?? '', url))
    const shared = importKey(source, 'share post', value.spot_id ?? '')
    const known = await findImported(tx, [...covers, shared])
    const isShare = spot.created_by === author && covers.some((key) => known.has(key)) && !known.has(shared)
    return isShare ? 'spot' : 'media'
  }

  const rememberItems = (tx: Tx, value: OldPost) =>
    rememberImported(
      tx,
      value.files.flatMap(({ media_index, media_id: row_id }) => [
        { key: itemKey(value.id, media_index), row_id },
        ...(value.spot_id === null
          ? []
          : [{ key: importKey(source, 'spot media', value.spot_id, value.urls[media_index] ?? ''), row_id }]),
      ]),
    )

  const writeNew = async (tx: Tx, { where, value }: Item<OldPost>, author: string): Promise<Outcome> => {
    if (value.urls.length > 0 && value.files.length === 0)
      return { refused: 'none of its files could be imported' }
    const spotKey = importKey(source, 'spots', value.spot_id ?? '')
    const spot_id = value.spot_id === null ? undefined : (await findImported(tx, [spotKey])).get(spotKey)
    const spots = await findSpots(tx, spot_id === undefined ? [] : [spot_id])
    const spot =
      spot_id !== undefined && spots.has(spot_id)
        ? { id: spot_id, created_by: spots.get(spot_id) ?? null }
        : null
    if (value.spot_id !== null && spot === null) {
      if (spot_id !== undefined) return { refused: 'its spot was deleted here' }
      report.note(where, `its spot (${value.spot_id}) was not imported, so the post has no spot`)
    }
    const media = await attachMedia(
      tx,
      author,
      value.files.map(({ media_id }) => media_id),
    )
    const kind = await findKind(tx, value, spot, author)
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
      { key: postKey(value.id), row_id },
      ...(kind === 'spot' ? [{ key: importKey(source, 'share post', value.spot_id ?? ''), row_id }] : []),
    ])
    await rememberItems(tx, value)
    if (kind === 'profile_picture') await setPictureOf(tx, value, author, media[0])
    return 'added'
  }

  // Every former profile picture is a post. Only the one in the profile becomes the current picture.
  const setPictureOf = async (
    tx: Tx,
    value: OldPost,
    author: string,
    media: Awaited<ReturnType<typeof attachMedia>>[number] | undefined,
  ) => {
    const address = value.urls[value.files[0]?.media_index ?? 0] ?? ''
    const key = importKey(source, 'avatar', value.user_id ?? '', address)
    if (media?.type !== 'image' || !(await findImported(tx, [key])).has(key)) return
    await setPicture(tx, author, media)
    await rememberImported(tx, [
      { key: importKey(source, 'picture', value.user_id ?? '', address), row_id: media.id },
    ])
  }

  const writeOne = async (tx: Tx, item: Item<OldPost>, author: string | undefined): Promise<Outcome> => {
    const { value } = item
    const post_id = (await findImported(tx, [postKey(value.id)])).get(postKey(value.id))
    if (author === undefined) return { refused: `its author (${value.user_id ?? 'none'}) was not imported` }
    if (post_id === undefined) return writeNew(tx, item, author)
    if (value.files.length > 0 && (await findPosts(tx, [post_id])).has(post_id)) {
      await attachMedia(
        tx,
        author,
        value.files.map(({ media_id }) => media_id),
      )
      await insertItems(tx, post_id, value.files)
      await rememberItems(tx, value)
    }
    return 'known'
  }

  const findAuthors = async (items: readonly Item<OldPost>[], on: ImportContext['db']) => {
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

  return {
    name: 'posts',
    batch: 20,
    read: readPost,
    prepare: async (items) => {
      const author = await findAuthors(items, db)
      for (const item of items) {
        const user_id = author(item.value.user_id)
        if (user_id !== undefined) await importMissingFiles(item, user_id)
      }
    },
    write: async (tx, items) => {
      const author = await findAuthors(items, tx)
      const outcomes: Outcome[] = []
      for (const item of items) outcomes.push(await writeOne(tx, item, author(item.value.user_id)))
      return outcomes
    },
  }
}
