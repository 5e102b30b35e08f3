import type { ModerationCase } from '@nollie/contract'
import {
  decisionsFor,
  type CaseDecision,
  SPOT_TEXTS,
  type SpotTexts,
} from '@nollie/contract/moderation/moderation-types'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'
import { moderationKeys } from '../../lib/keys/moderation.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import type { ToastText } from '../../ui/toast.ts'
import { decisionText } from './decision-text.ts'
import { caseQuery } from './moderation-requests.ts'
import { VerdictForm } from './verdict-form.tsx'
import styles from './moderation.module.css'

const nameOfDraft = (kind: string, case_id: string) =>
  `nollie.${kind}.${session.get().user?.user_id}.${case_id}`

// After a verdict: the case is updated at once, the lists are loaded again.
function showDecided(client: QueryClient, found: ModerationCase, successText: string): void {
  client.setQueryData(caseQuery(found.id).queryKey, found)
  toast({ kind: 'success', title: successText, description: m.moderation_decided_text() })
  void client.invalidateQueries({ queryKey: moderationKeys.allCases })
  void client.invalidateQueries({ queryKey: moderationKeys.log })
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 409

function explain(client: QueryClient, error: unknown): ToastText {
  // Somebody else decided it, or its target was deleted: the present state is shown.
  if (isOver(error) || (error instanceof ApiError && error.status === 410))
    void client.invalidateQueries({ queryKey: moderationKeys.all })
  return { title: m.moderation_decide_failed(), description: whyNot(error, m.moderation_try_later()) }
}

const SPOT_TEXTS_CHOICES = {
  hide: { name: m.moderation_spot_texts_hide, text: m.moderation_spot_texts_hide_text },
  keep: { name: m.moderation_spot_texts_keep, text: m.moderation_spot_texts_keep_text },
} as const satisfies Record<SpotTexts, unknown>

// The post made a spot, whose texts repeat the post's.
function SpotTextsChoice({
  spot,
  value,
  onChange,
}: {
  spot: NonNullable<ModerationCase['made_spot']>
  value: SpotTexts
  onChange: (value: SpotTexts) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles.modMore}>
      <legend>{m.moderation_spot_texts()}</legend>
      <blockquote className={styles.modText}>
        <bdi>{[spot.name, spot.description].filter(Boolean).join('\n')}</bdi>
      </blockquote>
      {SPOT_TEXTS.map((choice) => (
        <label key={choice} className={styles.modChoice}>
          <input type="radio" name={id} checked={value === choice} onChange={() => onChange(choice)} />
          <b>{SPOT_TEXTS_CHOICES[choice].name()}</b>
          <small>{SPOT_TEXTS_CHOICES[choice].text()}</small>
        </label>
      ))}
    </fieldset>
  )
}

/** Decides a case. */
export function DecideForm({ found }: { found: ModerationCase }) {
  const client = useQueryClient()
  const storedAs = `${nameOfDraft('case', found.id)}.spot`
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
      storageKey={nameOfDraft('case', found.id)}
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

/** Answers an author's appeal. */
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
      storageKey={nameOfDraft('appeal', found.id)}
      title={m.moderation_appeal_answer()}
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
