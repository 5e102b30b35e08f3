import type { FactChange, SpotFacts } from '@nollie/contract'
import { ArrowRight, Check, X } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { numberText } from '../../lib/format.ts'
import { getName } from '../../lib/text/person-name.ts'
import { Button } from '../../ui/index.ts'
import { fieldText } from './fact-text.ts'
import { useFactAction } from './use-fact-action.ts'
import styles from './facts.module.css'

/** The changed fields, with their old and new values. */
export function ChangedFields({ change }: { change: FactChange }) {
  const isKnown = change.applied_at !== null
  return (
    <dl className={styles.changed}>
      {change.fields.map(({ field, before, after }) => {
        const { name, value } = fieldText(field, after, before)
        return (
          <div key={field}>
            <dt>{name}</dt>
            <dd>
              {isKnown && (
                <>
                  <del>{fieldText(field, before, after).value}</del>
                  <ArrowRight size={15} aria-label={m.facts_changed_to()} />
                </>
              )}
              <ins>{value}</ins>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Says who suggested a change, in one sentence. */
export function suggestedByText({ is_own, user, undoes, source }: FactChange): string {
  if (source) return m.facts_suggested_by_source({ source })
  if (is_own) return undoes ? m.facts_undoing_own() : m.facts_suggested_own()
  const name = user ? getName(user) : m.facts_someone()
  return undoes ? m.facts_undoing_by({ name }) : m.facts_suggested_by({ name })
}

/** Says how many people agree, how many are needed, and how many disagree. */
export function voicesText({ agreeing, needed, against }: FactChange): string {
  return [
    m.facts_confirmations({ agreeing: numberText(agreeing), needed: numberText(needed) }),
    against > 0 && m.facts_disagreements({ count: against, shown: numberText(against) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Suggestion({ spotId, change }: { spotId: string; change: FactChange }) {
  const { run, busy } = useFactAction(spotId)
  const params = { change_id: change.id }
  const answer = (agrees: boolean) =>
    run(() => call('PUT /api/facts/:change_id/voice', { params, body: { agrees } }), m.facts_voted())
  return (
    <li className={styles.suggestion}>
      <p className={styles.suggestionWho}>
        <bdi>{suggestedByText(change)}</bdi>
      </p>
      <ChangedFields change={change} />
      <p className={styles.voices}>{voicesText(change)}</p>
      <div className={styles.answers}>
        {change.is_own ? (
          <Button
            variant="line"
            size="sm"
            disabled={busy}
            onClick={() =>
              void run(() => call('DELETE /api/facts/:change_id', { params }), m.facts_withdrawn())
            }
          >
            {m.facts_withdraw()}
          </Button>
        ) : (
          <>
            <Button
              variant={change.my_voice === true ? 'ink' : 'line'}
              size="sm"
              aria-pressed={change.my_voice === true}
              disabled={busy}
              icon={<Check aria-hidden="true" />}
              onClick={() => void answer(true)}
            >
              {m.facts_agree()}
            </Button>
            <Button
              variant={change.my_voice === false ? 'ink' : 'line'}
              size="sm"
              aria-pressed={change.my_voice === false}
              disabled={busy}
              icon={<X aria-hidden="true" />}
              onClick={() => void answer(false)}
            >
              {m.facts_disagree()}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** Members' suggestions for a spot, with buttons to agree or disagree. */
export function Suggestions({ spotId, facts }: { spotId: string; facts: SpotFacts }) {
  if (facts.suggestions.length === 0) return null
  return (
    <section className={styles.suggestions} aria-labelledby="fact-suggestions">
      <h3 id="fact-suggestions">{m.facts_suggestions()}</h3>
      <ul>
        {facts.suggestions.map((change) => (
          <Suggestion key={change.id} spotId={spotId} change={change} />
        ))}
      </ul>
    </section>
  )
}
