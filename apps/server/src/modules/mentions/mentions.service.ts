import type { Mention } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { countNotified, notify } from '../notifications/index.ts'
import { deleteMentions, insertMentions, type MentioningText, selectNamed } from './mentions.queries.ts'
import { MAX_MENTIONS, parseNames } from './parse-mentions.ts'

/** A new or edited text with its author. */
export type MentionText = {
  author: string
  content: string
  /**
   * People who are notified about this text anyway, so they get no notification about the mention; `everybody` for an
   * imported text.
   */
  notified?: readonly string[] | 'everybody'
} & (
  | {
      /** The post, or the post that a comment is on. */
      post_id: string
      /** Set for a comment, absent for the post's own text. */
      comment_id?: string
      media_index?: number
    }
  | {
      /** The discussion, or the discussion that a comment is on. */
      discussion_id: string
      /** Set for a comment. */
      comment_id?: string
    }
)

function toMentioningText(text: MentionText): MentioningText {
  if (text.comment_id !== undefined) return { is: 'comment_id', id: text.comment_id }
  return 'post_id' in text
    ? { is: 'post_id', id: text.post_id }
    : { is: 'discussion_id', id: text.discussion_id }
}

/** Returns the people that the `@names` in a string currently refer to. Notifies no one. */
export async function namedIn(db: Db, viewer: string, text: string | null): Promise<Mention[]> {
  const names = parseNames(text ?? '')
  return names.length > 0 ? selectNamed(db, viewer, names) : []
}

/** Stores a text's mentions and notifies newly mentioned people. Call it in the transaction that writes the text. */
export async function storeMentions(tx: Tx, text: MentionText): Promise<void> {
  const { author, content, notified = [], ...link } = text
  const of = toMentioningText(text)
  const names = parseNames(content)
  // Comments can't be edited.
  if (of.is !== 'comment_id') await deleteMentions(tx, of, { but: names })
  if (names.length === 0) return
  const meant = await insertMentions(tx, of, { author, names })
  if (notified === 'everybody') return
  const mention = { type: 'mention', from_user_id: author, target_id: of.id } as const
  // Limits how many people a text notifies, no matter how often it's edited.
  const left = MAX_MENTIONS - (await countNotified(tx, mention))
  await notify(tx, {
    ...mention,
    user_ids: meant.filter((id) => !notified.includes(id)).slice(0, Math.max(0, left)),
    ...link,
  })
}
