import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { attemptFor, sendAttempt } from '../../lib/attempts.ts'
import { SayForm, Spinner } from '../../ui/index.ts'
import { addComment, changeComments, comments, refreshComments, tellGone } from './community-requests.ts'
import { isGone, tellFault } from './faults.ts'
import { useKeptWords } from './kept-words.ts'

const BLANK = { text: '' }

type Props = {
  discussion: { id: string; title: string }
  owner: string
  /** What was sent is there. */
  onSent: () => void
}

/** Where something is said in a discussion (P-03). */
export function CommentField({ discussion, owner, onSent }: Props) {
  const { id, title } = discussion
  const client = useQueryClient()
  const [words, write] = useKeptWords(`nollie.discussion-comment.${owner}.${id}`, BLANK)
  const [isSending, setSending] = useState(false)
  const running = useRef(false)
  const content = words.text.trim()

  const send = async () => {
    if (running.current) return
    running.current = true
    setSending(true)
    try {
      const made = await sendAttempt(
        { send: (text, key) => addComment(id, text, key), store: (attempt) => write({ ...words, attempt }) },
        attemptFor(JSON.stringify({ content }), words.attempt),
        words.attempt,
      )
      changeComments(client, id, (list) => comments.withMade(list, made))
      write(null)
      onSent()
      refreshComments(client, id).catch(() => undefined)
    } catch (fault) {
      tellFault(fault, m.community_comment_failed())
      if (isGone(fault)) tellGone(client, id)
    } finally {
      running.current = false
      setSending(false)
    }
  }
  return (
    <SayForm
      className="discussion-say"
      text={words.text}
      onText={(text) => write({ ...words, text })}
      onSend={() => void send()}
      most={LIMITS.comment_max}
      placeholder={m.community_comment_placeholder()}
      label={`${m.community_comment_placeholder()} ${title}`}
      busy={isSending}
      renderButton={(isSendable) => (
        <button
          type="submit"
          className="icon-btn icon-btn-plain"
          aria-label={m.community_comment_send()}
          aria-disabled={!isSendable || undefined}
        >
          {isSending ? <Spinner /> : <ArrowUp size={22} aria-hidden="true" />}
        </button>
      )}
    />
  )
}
