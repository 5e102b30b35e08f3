import type { Reply } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { AddFailed } from './add-failed-text.ts'
import { boxName, comments } from './comment-drafts.ts'
import type { Thread } from './comment-requests.ts'
import { sendDraft } from './send-comment.ts'

type ReplyTo = { parent: string; name: string }

/** Returns the text as typed, the comment being replied to, and a function that sends the text. */
export function useCommentBox(thread: Thread, owner: string) {
  const client = useQueryClient()
  const addFailed = use(AddFailed)
  const [replyTo, setReplyTo] = useState<ReplyTo | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const draftKey = { ...thread, owner, parent: replyTo?.parent ?? null }
  const { draft: text } = comments.useBox(boxName(draftKey))
  const reply = (comment: Reply) => {
    const parent = comment.parent_comment_id ?? comment.id
    const to = boxName({ ...draftKey, parent })
    // Replies have only one level, so a reply to a reply starts with its author's name.
    if (comment.parent_comment_id !== null && comments.at(to).draft === '')
      comments.write(to, `@${comment.user.username} `)
    setReplyTo({ parent, name: getName(comment.user, NAMELESS.byline) })
    requestAnimationFrame(() => {
      const { current } = field
      current?.focus()
      current?.setSelectionRange(current.value.length, current.value.length)
    })
  }
  const send = () => {
    void sendDraft(client, draftKey, addFailed).then((isSent) => {
      // The text is back in its draft. Reply to the same comment again, unless the person has started another comment.
      const isEmpty = comments.at(boxName({ ...draftKey, parent: null })).draft === ''
      if (!isSent && isEmpty) setReplyTo((now) => now ?? replyTo)
    })
    setReplyTo(null)
  }
  return {
    text,
    replyTo,
    field,
    reply,
    send,
    setText: (next: string) => comments.write(boxName(draftKey), next),
    cancelReply: () => {
      setReplyTo(null)
      field.current?.focus()
    },
  }
}
