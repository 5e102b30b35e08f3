import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { attemptFor, sendAttempt } from '../../lib/attempts.ts'
import { Spinner } from '../../ui/index.ts'
import { addComment, changeComments, comments, refreshComments, tellGone } from './community-requests.ts'
import { isGone, tellFault } from './faults.ts'
import { useKeptWords } from './kept-words.ts'

/** From so many characters before the limit on, it is said how many are left. */
const NEAR = 200
const BLANK = { text: '' }

type Props = {
  discussion: { id: string; title: string }
  owner: string
  /** What was sent is there. */
  onSent: () => void
}

/** Where something is said in a discussion (P-03): Enter sends it, Shift and Enter begins a new line. */
export function CommentField({ discussion, owner, onSent }: Props) {
  const { id, title } = discussion
  const client = useQueryClient()
  const countId = useId()
  const [words, write] = useKeptWords(`nollie.discussion-comment.${owner}.${id}`, BLANK)
  const [isSending, setSending] = useState(false)
  const running = useRef(false)
  const content = words.text.trim()
  const left = LIMITS.comment_max - content.length
  const isOver = left < 0

  const send = async () => {
    if (running.current || content === '' || isOver) return
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
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composing of a word, in Japanese for one.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="discussion-say" onSubmit={submit}>
      <div className="discussion-say-line">
        <textarea
          className="comment-field"
          rows={1}
          dir="auto"
          value={words.text}
          readOnly={isSending}
          placeholder={m.community_comment_placeholder()}
          aria-label={`${m.community_comment_placeholder()} ${title}`}
          aria-invalid={isOver || undefined}
          aria-describedby={left <= NEAR ? countId : undefined}
          enterKeyHint="send"
          onChange={({ target }) => write({ ...words, text: target.value })}
          onKeyDown={press}
        />
        <button
          type="submit"
          className="icon-btn icon-btn-plain"
          aria-label={m.community_comment_send()}
          aria-disabled={content === '' || isOver || isSending || undefined}
        >
          {isSending ? <Spinner /> : <ArrowUp size={22} aria-hidden="true" />}
        </button>
      </div>
      {left <= NEAR && (
        <p id={countId} className="comment-count" data-over={isOver ? '' : undefined}>
          {isOver ? m.community_over({ count: -left }) : m.community_left({ count: left })}
        </p>
      )}
    </form>
  )
}
