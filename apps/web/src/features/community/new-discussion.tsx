import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { attemptFor, sendAttempt } from '../../lib/attempts.ts'
import { readStored } from '../../lib/storage.ts'
import { Button, toast } from '../../ui/index.ts'
import { toCategory } from './category.tsx'
import { addDiscussion, startDiscussion } from './community-requests.ts'
import { DiscussionFields, type DiscussionValues, isTooLong, type Refused } from './discussion-fields.tsx'
import { showError } from './discussion-errors.ts'
import { readValues, useStoredValues } from './stored-values.ts'

const BLANK = { title: '', content: '', category: 'general' }
const draftName = (owner: string) => `nollie.new-discussion.${owner}`

/** Whether somebody began a discussion on this device and has not sent it. */
export const hasDraft = (owner: string): boolean => {
  const { title, content } = readValues(readStored(draftName(owner)), BLANK)
  return title !== '' || content !== ''
}

function useStart(owner: string, onDone: () => void) {
  const client = useQueryClient()
  const [values, write] = useStoredValues(draftName(owner), BLANK)
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<Refused>({})
  const running = useRef(false)
  const [title, content] = [values.title.trim(), values.content.trim()]
  const isOver = isTooLong(values)

  const start = async () => {
    if (running.current || isOver) return
    if (title === '' || content === '')
      return toast({ kind: 'error', title: m.community_error(), description: m.community_fill() })
    running.current = true
    setSending(true)
    setRefused({})
    const text = JSON.stringify({ title, content, category: toCategory(values.category) })
    try {
      const made = await sendAttempt(
        { send: startDiscussion, store: (attempt) => write({ ...values, attempt }) },
        attemptFor(text, values.attempt),
        values.attempt,
      )
      addDiscussion(client, made)
      write(null)
      toast({ kind: 'success', title: m.community_success(), description: m.community_created() })
      onDone()
    } catch (error) {
      if (error instanceof ApiError) setRefused(error.fields)
      showError(error, m.community_create_failed())
    } finally {
      running.current = false
      setSending(false)
    }
  }
  return {
    values,
    refused,
    isSending,
    isOver,
    start,
    type: (field: keyof DiscussionValues, text: string) => {
      setRefused({})
      write({ ...values, [field]: text })
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

/**
 * The form that starts a discussion (DSC-05). The typed values stay stored until the server has them or Cancel discards
 * them.
 */
export function NewDiscussion({ owner, id, onDone }: Props) {
  const { values, refused, isSending, isOver, start, type, drop } = useStart(owner, onDone)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void start()
  }
  return (
    <form id={id} className="discussion-form" aria-label={m.community_form()} onSubmit={submit} noValidate>
      <DiscussionFields values={values} onType={type} refused={refused} isSending={isSending} />
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
