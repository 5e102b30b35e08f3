import type { ModerationCase } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { decisionsFor, type CaseDecision, type SpotTexts } from '@nollie/contract/moderation/moderation-types'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Form, Textarea, toast, useForm } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import type { ToastText } from '../../ui/toast.ts'
import { decisionText } from './decision-text.ts'
import { caseQuery } from './moderation-requests.ts'
import { SpotTextsChoice } from './spot-texts-choice.tsx'
import styles from './moderation.module.css'

function buildDecisionDraftName(kind: string, case_id: string) {
  return `nollie.${kind}.${session.get().user?.user_id}.${case_id}`
}

// After a verdict, updates the case immediately and refetches the lists.
function showDecided(client: QueryClient, found: ModerationCase, successText: string): void {
  client.setQueryData(caseQuery(found.id).queryKey, found)
  toast({ kind: 'success', title: successText, description: m.moderation_decided_text() })
  void client.invalidateQueries({ queryKey: moderationKeys.allCases })
  void client.invalidateQueries({ queryKey: moderationKeys.log })
}

function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

function explain(client: QueryClient, error: unknown): ToastText {
  // Someone else decided the case, or its target was deleted. Show the current state.
  if (isOver(error) || (error instanceof ApiError && error.status === 410))
    void client.invalidateQueries({ queryKey: moderationKeys.all })
  return { title: m.moderation_decide_failed(), description: whyNot(error, m.moderation_try_later()) }
}

/** One of the possible verdicts. */
type Choice<V extends string> = {
  value: V
  name: string
  text: string
  /** Extra fields for this choice. */
  more?: ReactNode
}

type VerdictProps<V extends string> = {
  /** The storage key for the values until they are sent. */
  storageKey: string
  title: string
  choices: readonly Choice<V>[]
  missing: string
  hint: string
  send: string
  sending: string
  onSend: (value: V, reason: string) => Promise<void>
  /** Returns the toast for an error. */
  explain: (error: unknown) => ToastText
  /** Whether the error means that there is nothing left to decide. */
  isOver: (error: unknown) => boolean
}

function readValues<V extends string>(stored: unknown, choices: readonly Choice<V>[]) {
  const { value, reason } = (stored ?? {}) as { value?: unknown; reason?: unknown }
  return {
    value: choices.find((choice) => choice.value === value)?.value ?? null,
    reason: typeof reason === 'string' ? reason : '',
  }
}

/** A form for choosing a verdict, with a required reason. */
function VerdictForm<V extends string>(props: VerdictProps<V>) {
  const { storageKey, title, choices, missing, hint, send, sending, onSend, explain, isOver } = props
  const id = useId()
  const { values, change, forget } = useStoredValues({
    name: storageKey,
    read: (stored) => readValues(stored, choices),
  })
  const { errors, refused, busy, submit, typed } = useForm({
    check: () => {
      const found = {
        ...(!values.value && { value: missing }),
        ...(!values.reason.trim() && { reason: m.moderation_reason_missing() }),
      }
      return Object.keys(found).length > 0 ? found : null
    },
    send: async () => {
      if (values.value) await onSend(values.value, values.reason.trim())
      forget()
    },
    explain: (error) => {
      if (isOver(error)) forget()
      return explain(error)
    },
  })
  return (
    <Form className={styles.modDecide} noValidate aria-busy={busy} onSend={submit} refused={refused}>
      <fieldset aria-describedby={errors.value ? `${id}-error` : undefined}>
        <legend className={styles.modTitle}>{title}</legend>
        {choices.map(({ value, name, text, more }) => (
          <Fragment key={value}>
            <label className={styles.modChoice}>
              <input
                type="radio"
                name={id}
                value={value}
                checked={values.value === value}
                onChange={() => {
                  typed('value')
                  change({ ...values, value })
                }}
              />
              <b>{name}</b>
              <small>{text}</small>
            </label>
            {values.value === value && more}
          </Fragment>
        ))}
        {errors.value && (
          <p className={looks.fieldError} id={`${id}-error`} role="alert">
            {errors.value}
          </p>
        )}
      </fieldset>
      <Textarea
        label={m.moderation_reason()}
        hint={hint}
        error={errors.reason}
        rows={4}
        maxLength={LIMITS.reason_max}
        value={values.reason}
        onChange={(event) => {
          typed('reason')
          change({ ...values, reason: event.target.value })
        }}
      />
      <Button type="submit" variant="ink" busy={busy && sending}>
        {send}
      </Button>
    </Form>
  )
}

/** The form for deciding a case. */
export function DecideForm({ found }: { found: ModerationCase }) {
  const client = useQueryClient()
  const storedAs = `${buildDecisionDraftName('case', found.id)}.spot`
  const [spot_texts, setSpotTexts] = useState<SpotTexts>(() =>
    readStored(storedAs) === 'keep' ? 'keep' : 'hide',
  )
  const chooseTexts = (value: SpotTexts) => {
    setSpotTexts(value)
    writeStored(storedAs, value === 'keep' ? value : null)
  }
  const spot = found.made_spot
  const decide = async (action: CaseDecision, reason: string) => {
    const decided = await call('POST /api/moderation/cases/:case_id/decision', {
      params: { case_id: found.id },
      body: { action, reason, spot_texts },
    })
    showDecided(client, decided, m.moderation_decided())
  }
  return (
    <VerdictForm
      storageKey={buildDecisionDraftName('case', found.id)}
      title={m.moderation_decision()}
      choices={decisionsFor(found.kind).map((value) => ({
        value,
        ...decisionText(value, found.kind),
        ...(value === 'hide' &&
          spot && { more: <SpotTextsChoice spot={spot} value={spot_texts} onChange={chooseTexts} /> }),
      }))}
      missing={m.moderation_action_missing()}
      hint={m.moderation_reason_hint()}
      send={m.moderation_decide()}
      sending={m.moderation_deciding()}
      onSend={decide}
      explain={(error) => explain(client, error)}
      isOver={isOver}
    />
  )
}

/** The form for responding to an author's appeal. */
export function AnswerForm({ found }: { found: ModerationCase }) {
  const client = useQueryClient()
  const answer = async (outcome: 'upheld' | 'reversed', reason: string) => {
    const answered = await call('POST /api/moderation/cases/:case_id/appeal', {
      params: { case_id: found.id },
      body: { outcome, answer: reason },
    })
    showDecided(client, answered, m.moderation_appeal_sent())
  }
  return (
    <VerdictForm
      storageKey={buildDecisionDraftName('appeal', found.id)}
      title={m.moderation_appeal_reply()}
      choices={[
        { value: 'upheld', name: m.moderation_appeal_upheld(), text: m.moderation_appeal_upheld_text() },
        {
          value: 'reversed',
          name: m.moderation_appeal_reversed(),
          text: m.moderation_appeal_reversed_text(),
        },
      ]}
      missing={m.moderation_appeal_missing()}
      hint={m.moderation_appeal_hint()}
      send={m.moderation_appeal_send()}
      sending={m.moderation_appeal_sending()}
      onSend={answer}
      explain={(error) => explain(client, error)}
      isOver={isOver}
    />
  )
}
