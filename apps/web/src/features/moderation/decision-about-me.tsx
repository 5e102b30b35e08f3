import { LIMITS } from '@nollie/contract/limits'
import type { DecisionAction } from '@nollie/contract/moderation-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { writeStoredInTab, readStoredInTab } from '../../lib/storage.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, EmptyState, Loaded, Textarea, toast } from '../../ui/index.ts'
import './moderation.css'
import { decisionQuery, kindLabel, MINE_KEY } from './moderation-requests.ts'
import { LoadingText } from './states.tsx'

const DONE: Record<DecisionAction, (of: { subject: string }) => string> = {
  keep: m.moderation_mine_keep,
  hide: m.moderation_mine_hide,
  remove: m.moderation_mine_remove,
  warn: m.moderation_mine_warn,
  suspend: m.moderation_mine_suspend,
}

function AppealForm({ token, onSent }: { token: string; onSent: () => void }) {
  const name = `nollie.against.${token.slice(0, 22)}`
  const [appealText, setAppealText] = useState(() => {
    const stored = readStoredInTab(name)
    return typeof stored === 'string' ? stored : ''
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    if (!appealText.trim()) return setTried(true)
    running.current = true
    setBusy(true)
    try {
      await call('POST /api/appeals', { body: { token, words: appealText.trim() } })
      writeStoredInTab(name, null)
      toast({ kind: 'success', title: m.moderation_mine_sent(), description: m.moderation_mine_sent_text() })
      onSent()
    } catch (error) {
      // It was sent before, perhaps by a try whose answer got lost: what is there is shown.
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        writeStoredInTab(name, null)
        return onSent()
      }
      const description = whyNot(error, m.moderation_try_later())
      toast({ kind: 'error', title: m.moderation_mine_not_sent(), description })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <form className="mod-decide" noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <Textarea
        label={m.moderation_mine_against()}
        hint={m.moderation_mine_against_hint()}
        error={tried && !appealText.trim() ? m.moderation_mine_against_missing() : undefined}
        rows={5}
        maxLength={LIMITS.reason_max}
        value={appealText}
        onChange={(event) => {
          setAppealText(event.target.value)
          writeStoredInTab(name, event.target.value || null)
        }}
      />
      <Button type="submit" variant="primary" busy={busy && m.moderation_mine_sending()}>
        {m.moderation_mine_send()}
      </Button>
    </form>
  )
}

function TextBlock({ title, children }: { title: string; children: string }) {
  return (
    <section className="mod-part">
      <h2 className="mod-title">{title}</h2>
      <blockquote className="mod-text">
        <bdi>{children}</bdi>
      </blockquote>
    </section>
  )
}

/** A decision as whoever it is about reads it, by the link of the mail, signed in or not; they may say once what is wrong. */
export function DecisionAboutMe({ token }: { token: string }) {
  const client = useQueryClient()
  const query = useQuery(decisionQuery(token))
  const { data, error } = query
  if (!data) {
    if (error instanceof ApiError && error.status === 400)
      return (
        <EmptyState art="notFound" title={m.moderation_mine_invalid()}>
          {m.moderation_mine_invalid_text()}
        </EmptyState>
      )
    const skeleton = <LoadingText label={m.moderation_mine_loading()} />
    return <Loaded query={query} failed={m.moderation_mine_failed()} skeleton={skeleton} />
  }
  const { kind, words, action, reason, was_reported, appeal } = data
  const subject = kindLabel(kind).toLowerCase()
  return (
    <div className="mod mod-mine">
      <p>{was_reported ? DONE[action]({ subject }) : m.moderation_mine_deleted({ subject })}</p>
      {words && <TextBlock title={m.moderation_mine_text()}>{words}</TextBlock>}
      <TextBlock title={m.moderation_mine_reason()}>{reason}</TextBlock>
      {!appeal && (
        <AppealForm token={token} onSent={() => void client.invalidateQueries({ queryKey: MINE_KEY })} />
      )}
      {appeal && <TextBlock title={m.moderation_mine_appeal()}>{appeal.words}</TextBlock>}
      {appeal && !appeal.answer && <p role="status">{m.moderation_mine_sent_text()}</p>}
      {appeal?.answer && <TextBlock title={m.moderation_mine_answer()}>{appeal.answer}</TextBlock>}
    </div>
  )
}
