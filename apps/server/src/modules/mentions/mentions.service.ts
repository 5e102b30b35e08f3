import type { Mention } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { countTold, notify } from '../notifications/index.ts'
import { deleteMentions, insertMentions, type MentioningText, selectNamed } from './mentions.queries.ts'
import { MAX_MENTIONS, namesIn } from './parse.ts'

/** A new or edited text, and whose it is. */
export type MentionText = {
  author: string
  content: string
  /** Who is notified of this text already and is not notified again; `everybody` for an imported text. */
  notified?: readonly string[] | 'everybody'
} & (
  | {
      /** The post that the text is, or that it comments on. */
      post_id: string
      /** Set when the text is a comment, absent when it is the post's own. */
      comment_id?: string
      media_index?: number
    }
  | {
      /** The discussion that the text is, or that it comments on. */
      discussion_id: string
      /** Set when the text is a comment. */
      comment_id?: string
    }
)

const textOf = (text: MentionText): MentioningText => {
  if (text.comment_id !== undefined) return { is: 'comment_id', id: text.comment_id }
  return 'post_id' in text
    ? { is: 'post_id', id: text.post_id }
    : { is: 'discussion_id', id: text.discussion_id }
}

/** Who is meant by the `@names` of a text that mentions without notifying, as they are called now. */
export const namedIn = async (db: Db, viewer: string, text: string | null): Promise<Mention[]> => {
  const names = namesIn(text ?? '')
  return names.length > 0 ? selectNamed(db, viewer, names) : []
}

/** Stores whom a text mentions and notifies those who are new in it, in the transaction of the text. */
export const storeMentions = async (tx: Tx, text: MentionText): Promise<void> => {
  const { author, content, notified = [], ...link } = text
  const of = textOf(text)
  const names = namesIn(content)
  // Comments are written once.
  if (of.is !== 'comment_id') await deleteMentions(tx, of, { but: names })
  if (names.length === 0) return
  const meant = await insertMentions(tx, of, { author, names })
  if (notified === 'everybody') return
  const mention = { type: 'mention', from_user_id: author, target_id: of.id } as const
  // However often a post is edited, it notifies no more people than one text may name.
  const left = MAX_MENTIONS - (await countTold(tx, mention))
  await notify(tx, {
    ...mention,
    user_ids: meant.filter((id) => !notified.includes(id)).slice(0, Math.max(0, left)),
    ...link,
  })
}
