import type { ModerationCase } from '@nollie/contract'
import {
  decisionsFor,
  type DecisionAction,
  SPOT_TEXTS,
  type SpotTexts,
} from '@nollie/contract/moderation-types'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/index.ts'
import { decisionText } from './decision-text.ts'
import { caseQuery, MODERATION_KEY } from './moderation-requests.ts'
import { VerdictForm } from './verdict-form.tsx'

const nameOfDraft = (kind: string, case_id: string) =>
  `nollie.${kind}.${session.get().user?.user_id}.${case_id}`

// Sends a verdict; what it made of the case is on the screen at once, the lists follow.
async function sent(
  client: QueryClient,
  successText: string,
  work: () => Promise<ModerationCase>,
): Promise<boolean> {
  try {
    const found = await work()
    client.setQueryData(caseQuery(found.id).queryKey, found)
    toast({ kind: 'success', title: successText, description: m.moderation_decided_text() })
    void client.invalidateQueries({ queryKey: [...MODERATION_KEY, 'cases'] })
    void client.invalidateQueries({ queryKey: [...MODERATION_KEY, 'log'] })
    return true
  } catch (error) {
    const description = whyNot(error, m.moderation_try_later())
    toast({ kind: 'error', title: m.moderation_decide_failed(), description })
    // Somebody else was faster, or it went meanwhile: what is so now is to be seen.
    const isOver = error instanceof ApiError && error.status === 409
    if (isOver || (error instanceof ApiError && error.status === 410))
      void client.invalidateQueries({ queryKey: MODERATION_KEY })
    return isOver
  }
}

const SPOT_TEXTS_CHOICES = {
  hide: { name: m.moderation_spot_texts_hide, text: m.moderation_spot_texts_hide_text },
  keep: { name: m.moderation_spot_texts_keep, text: m.moderation_spot_texts_keep_text },
} as const satisfies Record<SpotTexts, unknown>

// The post made a spot, and the spot says what the post says.
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
    <fieldset className="mod-more">
      <legend>{m.moderation_spot_texts()}</legend>
      <blockquote className="mod-text">
        <bdi>{[spot.name, spot.description].filter(Boolean).join('\n')}</bdi>
      </blockquote>
      {SPOT_TEXTS.map((choice) => (
        <label key={choice} className="mod-choice">
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
  const decide = (action: DecisionAction, reason: string) =>
    sent(client, m.moderation_decided(), () =>
      call('POST /api/moderation/cases/:case_id/decision', {
        params: { case_id: found.id },
        body: { action, reason, spot_texts },
      }),
    )
  return (
    <VerdictForm
      storageKey={nameOfDraft('case', found.id)}
      title={m.moderation_decision()}
      choices={decisionsFor(found.kind).map((value) => ({
        value,
        ...decisionText(value),
        ...(value === 'hide' &&
          spot && { more: <SpotTextsChoice spot={spot} value={spot_texts} onChange={chooseTexts} /> }),
      }))}
      missing={m.moderation_action_missing()}
      hint={m.moderation_reason_hint()}
      send={m.moderation_decide()}
      sending={m.moderation_deciding()}
      onSend={decide}
    />
  )
}

/** Answers an author's appeal. */
export function AnswerForm({ found }: { found: ModerationCase }) {
  const client = useQueryClient()
  const answer = (outcome: 'upheld' | 'reversed', reason: string) =>
    sent(client, m.moderation_appeal_sent(), () =>
      call('POST /api/moderation/cases/:case_id/appeal', {
        params: { case_id: found.id },
        body: { outcome, answer: reason },
      }),
    )
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
    />
  )
}
