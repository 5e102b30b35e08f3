import type { Mention } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { countTold, notify } from '../notifications/index.ts'
import { deleteMentions, insertMentions, type MentioningText, selectNamed } from './mentions.queries.ts'
import { MAX_MENTIONS, namesIn } from './parse.ts'

/** A text as somebody wrote or changed it. */
export type WrittenText = {
  author: string
  words: string
  /** Who hears of this text already, and need not hear twice; everybody, for a text of the past. */
  told?: readonly string[] | 'everybody'
} & (
  | {
      /** The post the text is, or stands at. */
      post_id: string
      /** The comment the text is; a post's own words otherwise. */
      comment_id?: string
      media_index?: number
    }
  | {
      /** The discussion the text is, or stands in. */
      discussion_id: string
      /** The comment the text is. */
      comment_id?: string
    }
)

const textOf = (text: WrittenText): MentioningText => {
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

/** Keeps who is mentioned by a text, and tells those who are new in it, in the transaction of the text. */
export const keepMentions = async (tx: Tx, text: WrittenText): Promise<void> => {
  const { author, words, told = [], ...place } = text
  const of = textOf(text)
  const names = namesIn(words)
  // Comments are written once.
  if (of.is !== 'comment_id') await deleteMentions(tx, of, { but: names })
  if (names.length === 0) return
  const meant = await insertMentions(tx, of, { author, names })
  if (told === 'everybody') return
  const mention = { type: 'mention', from_user_id: author, target_id: of.id } as const
  // A post that is changed again and again reaches no more people than one text may name.
  const left = MAX_MENTIONS - (await countTold(tx, mention))
  await notify(tx, {
    ...mention,
    user_ids: meant.filter((id) => !told.includes(id)).slice(0, Math.max(0, left)),
    ...place,
  })
}
