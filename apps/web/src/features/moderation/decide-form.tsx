import type { ModerationCase } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { DECISIONS, decisionsFor, type DecisionAction } from '@nollie/contract/moderation-types'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { keep, kept } from '../../lib/kept.ts'
import { Button, Textarea, toast } from '../../ui/index.ts'
import { decisionWords } from './decision-words.ts'
import { caseQuery, MODERATION_KEY } from './moderation-requests.ts'

type Words = { action: DecisionAction | null; reason: string }

const readWords = (stored: unknown): Words => {
  const { action, reason } = (stored ?? {}) as Partial<Record<keyof Words, unknown>>
  return {
    action: DECISIONS.find((known) => known === action) ?? null,
    reason: typeof reason === 'string' ? reason : '',
  }
}

/** Decides a case; what is filled in stays on this device until it is decided. */
export function DecideForm({ found }: { found: ModerationCase }) {
  const client = useQueryClient()
  const id = useId()
  const name = `nollie.case.${found.id}`
  const [words, setWords] = useState(() => readWords(kept(name)))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const change = (next: Partial<Words>) => {
    const whole = { ...words, ...next }
    setWords(whole)
    keep(name, whole)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { action } = words
    const reason = words.reason.trim()
    if (running.current) return
    if (!action || !reason) return setTried(true)
    running.current = true
    setBusy(true)
    try {
      const input = { params: { case_id: found.id }, body: { action, reason } }
      const decided = await call('POST /api/moderation/cases/:case_id/decision', input)
      keep(name, null)
      client.setQueryData(caseQuery(found.id).queryKey, decided)
      toast({ kind: 'success', title: m.moderation_decided(), description: m.moderation_decided_text() })
      void client.invalidateQueries({ queryKey: [...MODERATION_KEY, 'cases'] })
      void client.invalidateQueries({ queryKey: [...MODERATION_KEY, 'log'] })
    } catch (fault) {
      const description = messageOf(fault, m.moderation_try_later())
      toast({ kind: 'error', title: m.moderation_decide_failed(), description })
      // Somebody else was faster, or it went meanwhile: what is so now is to be seen.
      if (fault instanceof ApiError && (fault.status === 409 || fault.status === 410))
        void client.invalidateQueries({ queryKey: MODERATION_KEY })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <form className="mod-decide" noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <fieldset aria-describedby={tried && !words.action ? `${id}-error` : undefined}>
        <legend className="mod-title">{m.moderation_decision()}</legend>
        {decisionsFor(found.kind).map((action) => (
          <label key={action} className="mod-choice">
            <input
              type="radio"
              name={id}
              value={action}
              checked={words.action === action}
              onChange={() => change({ action })}
            />
            <b>{decisionWords(action).name}</b>
            <small>{decisionWords(action).text}</small>
          </label>
        ))}
        {tried && !words.action && (
          <p className="field-error" id={`${id}-error`} role="alert">
            {m.moderation_action_missing()}
          </p>
        )}
      </fieldset>
      <Textarea
        label={m.moderation_reason()}
        hint={m.moderation_reason_hint()}
        error={tried && !words.reason.trim() ? m.moderation_reason_missing() : undefined}
        rows={4}
        maxLength={LIMITS.reason_max}
        value={words.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <Button type="submit" variant="ink" busy={busy && m.moderation_deciding()}>
        {m.moderation_decide()}
      </Button>
    </form>
  )
}
