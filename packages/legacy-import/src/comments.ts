import { LIMITS } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '@nollie/server/db'
import { insertComment, insertCommentLike } from '@nollie/server/modules/comments'
import { storeMentions } from '@nollie/server/modules/mentions'
import {
  findComments,
  findImported,
  findItems,
  findPeople,
  importKey,
  rememberImported,
} from './imported-rows.queries.ts'
import { type ImportContext, findImportedIds, type Outcome, type Table, writeEach } from './import-table.ts'

type OldComment = {
  id: string
  post_id: string | null
  media_index: number | null
  user_id: string | null
  parent: string | null
  content: string
  when: { created_at?: string }
}

/** Which comments a pass imports. Replies come later, because a reply needs its parent comment. */
export type CommentPass = { replies: boolean; isLast: boolean; waiting: number }

async function findTarget(context: ImportContext, tx: Tx, { post_id, media_index, parent }: OldComment) {
  if (parent !== null) {
    const above = (await findImportedIds(context, tx, 'comments', [parent]))(parent)
    if (above === undefined) return 'waiting'
    const found = (await findComments(tx, [above])).get(above)
    if (!found) return null
    return { ...found, parent_comment_id: found.parent_comment_id ?? found.id }
  }
  const post = (await findImportedIds(context, tx, 'posts', [post_id]))(post_id)
  if (post === undefined || media_index === null) return null
  const isThere = (await findItems(tx, [post])).has(`${post}/${media_index}`)
  return isThere ? { post_id: post, media_index, parent_comment_id: null } : null
}
async function writeOne(
  context: ImportContext,
  pass: CommentPass,
  tx: Tx,
  value: OldComment,
): Promise<Outcome | 'waiting'> {
  const key = importKey(context.source, 'comments', value.id)
  if ((await findImported(tx, [key])).has(key)) return 'known'
  const author = (await findImportedIds(context, tx, 'users', [value.user_id]))(value.user_id)
  if (author === undefined || !(await findPeople(tx, [author])).has(author))
    return { refused: `its author (${value.user_id ?? 'none'}) was not imported` }
  const target = await findTarget(context, tx, value)
  if (target === 'waiting' && !pass.isLast) return 'waiting'
  if (target === 'waiting' || target === null) return { refused: 'its post or comment was not imported' }
  const { post_id, media_index, parent_comment_id } = target
  const id = uuid()
  const { content } = value
  await insertComment(tx, {
    id,
    post_id,
    media_index,
    discussion_id: null,
    parent_comment_id,
    user_id: author,
    content,
    ...value.when,
  })
  await storeMentions(tx, {
    author,
    post_id,
    comment_id: id,
    media_index,
    content,
    notified: 'everybody',
  })
  await rememberImported(tx, [{ key, row_id: id }])
  return 'added'
}
/**
 * Imports comments (`comments`) in several passes over the file: first top-level comments, then replies in any order.
 * Replies have only one level here, so a reply to a reply becomes a reply to the top-level comment.
 */
export function commentsTable(context: ImportContext, pass: CommentPass): Table<OldComment> {
  return {
    name: pass.replies ? 'replies' : 'comments',
    batch: 200,
    read: (fields) => {
      const parent = fields.id('parent_comment_id')
      if ((parent !== null) !== pass.replies) return null
      const id = fields.id('id')
      const content = fields.text('content', LIMITS.comment_max)
      if (id === null) return 'it has no id'
      if (content === null) return 'it has no text'
      return {
        id,
        parent,
        content,
        post_id: fields.id('post_id'),
        user_id: fields.id('user_id'),
        media_index: fields.index('media_index'),
        when: fields.timestamp('created_at'),
      }
    },
    write: async (tx, items) => {
      const outcomes: Outcome[] = []
      let waiting = 0
      for (const { value } of items) {
        const outcome = await writeOne(context, pass, tx, value)
        if (outcome === 'waiting') waiting += 1
        // Don't count it yet. The pass that imports or refuses it will.
        outcomes.push(outcome === 'waiting' ? 'known' : outcome)
      }
      pass.waiting += waiting
      return outcomes
    },
  }
}

type OldCommentLike = {
  id: string
  comment_id: string | null
  user_id: string | null
  when: { created_at?: string }
}

/** Imports likes on comments (`comment_likes`). */
export function commentLikesTable(context: ImportContext): Table<OldCommentLike> {
  return {
    name: 'comment_likes',
    batch: 500,
    read: (fields) => {
      const id = fields.id('id')
      if (id === null) return 'it has no id'
      return {
        id,
        comment_id: fields.id('comment_id'),
        user_id: fields.id('user_id'),
        when: fields.timestamp('created_at'),
      }
    },
    write: async (tx, items) => {
      const people = await findImportedIds(
        context,
        tx,
        'users',
        items.map(({ value }) => value.user_id),
      )
      const comments = await findImportedIds(
        context,
        tx,
        'comments',
        items.map(({ value }) => value.comment_id),
      )
      const there = await findComments(
        tx,
        items.flatMap(({ value }) => comments(value.comment_id) ?? []),
      )
      const members = await findPeople(
        tx,
        items.flatMap(({ value }) => people(value.user_id) ?? []),
      )
      return writeEach(context, tx, { table: 'comment_likes', items }, (value, id) => {
        const [user_id, comment_id] = [people(value.user_id) ?? '', comments(value.comment_id) ?? '']
        return members.has(user_id) && there.has(comment_id)
          ? insertCommentLike(tx, { id, comment_id, user_id, ...value.when })
          : { refused: 'the person or the comment was not imported' }
      })
    },
  }
}
