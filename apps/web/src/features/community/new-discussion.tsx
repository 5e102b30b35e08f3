import { DISCUSSION_CATEGORIES } from '@nollie/contract/discussion-categories'
import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { attemptFor, sendAttempt } from '../../lib/attempts.ts'
import { kept } from '../../lib/kept.ts'
import { Button, Field, Textarea, toast } from '../../ui/index.ts'
import { categoryWord, toCategory } from './category.tsx'
import { changeDiscussions, discussions, startDiscussion } from './community-requests.ts'
import { tellFault } from './faults.ts'
import { readWords, useKeptWords } from './kept-words.ts'

const BLANK = { title: '', content: '', category: 'general' }
/** From so many characters before the limit on, it is said how many are left. */
const NEAR = 100

const draftName = (owner: string) => `nollie.new-discussion.${owner}`

/** Whether somebody began a discussion on this device and has not sent it. */
export const hasDraft = (owner: string): boolean => {
  const { title, content } = readWords(kept(draftName(owner)), BLANK)
  return title !== '' || content !== ''
}

const sizeOf = (text: string, max: number): { error?: string; hint?: string } => {
  const left = max - text.trim().length
  if (left < 0) return { error: m.shell_over({ count: -left }) }
  return left <= NEAR ? { hint: m.shell_left({ count: left }) } : {}
}

type Field = 'title' | 'content'

function useStart(owner: string, onDone: () => void) {
  const client = useQueryClient()
  const [words, write] = useKeptWords(draftName(owner), BLANK)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<Partial<Record<Field, string>>>({})
  const running = useRef(false)
  const [title, content] = [words.title.trim(), words.content.trim()]
  const isOver = title.length > LIMITS.discussion_title_max || content.length > LIMITS.discussion_content_max

  const start = async () => {
    if (running.current || isOver) return
    if (title === '' || content === '')
      return toast({ kind: 'error', title: m.community_error(), description: m.community_fill() })
    running.current = true
    setSending(true)
    setRefused({})
    const text = JSON.stringify({ title, content, category: toCategory(words.category) })
    try {
      const made = await sendAttempt(
        { send: startDiscussion, store: (attempt) => write({ ...words, attempt }) },
        attemptFor(text, words.attempt),
        words.attempt,
      )
      changeDiscussions(client, (list) => discussions.withMade(list, made))
      write(null)
      toast({ kind: 'success', title: m.community_success(), description: m.community_created() })
      onDone()
    } catch (fault) {
      if (fault instanceof ApiError) setRefused(fault.fields)
      tellFault(fault, m.community_create_failed())
    } finally {
      running.current = false
      setSending(false)
    }
  }
  return {
    words,
    refused,
    isSending,
    isOver,
    start,
    type: (field: keyof typeof BLANK, text: string) => {
      setRefused({})
      write({ ...words, [field]: text })
    },
    drop: () => {
      write(null)
      onDone()
    },
  }
}

type Props = {
  owner: string
  id: string
  /** It was sent, or dropped. */
  onDone: () => void
}

/** The form that starts a discussion (DSC-05). What is typed is kept until it was taken, or dropped by Cancel. */
export function NewDiscussion({ owner, id, onDone }: Props) {
  const { words, refused, isSending, isOver, start, type, drop } = useStart(owner, onDone)
  const selectId = useId()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void start()
  }
  const faultOf = (field: Field, max: number) => {
    const said = refused[field]
    return said ? { error: said } : sizeOf(words[field], max)
  }
  return (
    <form id={id} className="discussion-form" aria-label={m.community_form()} onSubmit={submit} noValidate>
      <Field
        label={m.community_form_title()}
        value={words.title}
        dir="auto"
        autoComplete="off"
        readOnly={isSending}
        onChange={({ target }) => type('title', target.value)}
        {...faultOf('title', LIMITS.discussion_title_max)}
      />
      <div className="field">
        <label className="field-label" htmlFor={selectId}>
          {m.community_form_category()}
        </label>
        <div className="discussion-select">
          <select
            id={selectId}
            className="input"
            value={toCategory(words.category)}
            disabled={isSending}
            onChange={({ target }) => type('category', target.value)}
          >
            {DISCUSSION_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {categoryWord(category)}
              </option>
            ))}
          </select>
          <ChevronDown size={20} aria-hidden="true" />
        </div>
      </div>
      <Textarea
        label={m.community_form_content()}
        rows={4}
        value={words.content}
        dir="auto"
        readOnly={isSending}
        onChange={({ target }) => type('content', target.value)}
        {...faultOf('content', LIMITS.discussion_content_max)}
      />
      <div className="discussion-form-actions">
        <Button onClick={drop} disabled={isSending}>
          {m.community_cancel()}
        </Button>
        <Button type="submit" variant="primary" disabled={isOver} busy={isSending && m.community_creating()}>
          {m.community_create()}
        </Button>
      </div>
    </form>
  )
}
