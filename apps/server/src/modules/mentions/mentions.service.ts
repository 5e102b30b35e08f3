import type { Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { deleteMentions, insertMentions } from './mentions.queries.ts'
import { namesIn } from './parse.ts'

/** A text as somebody wrote or changed it. */
export type WrittenText = {
  author: string
  /** The post the text is, or stands at. */
  post_id: string
  /** The comment the text is; a post's own words otherwise. */
  comment_id?: string
  media_index?: number
  words: string
  /** Who hears of this text already, and need not hear twice. */
  told?: readonly string[]
}

/** Keeps who is mentioned by a text, and tells those who are new in it, in the transaction of the text. */
export const keepMentions = async (tx: Tx, text: WrittenText): Promise<void> => {
  const { author, post_id, comment_id, media_index = 0, words, told = [] } = text
  const of = comment_id === undefined ? { post_id } : { comment_id }
  const names = namesIn(words)
  // A comment is written once; only posts are changed.
  if (comment_id === undefined) await deleteMentions(tx, of, { but: names })
  if (names.length === 0) return
  const meant = await insertMentions(tx, of, { author, names })
  await notify(tx, {
    type: 'mention',
    from_user_id: author,
    user_ids: meant.filter((id) => !told.includes(id)),
    thing: comment_id ?? post_id,
    post_id,
    media_index,
    ...(comment_id === undefined ? {} : { comment_id }),
  })
}
