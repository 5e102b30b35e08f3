import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { dayText } from '../../lib/format.ts'
import { difficultyLabel } from '../../ui/index.ts'
import {
  AudienceChoice,
  audienceLabel,
  DifficultyChoice,
  ExactAudienceChoice,
  hasExactAudience,
  OpeningDay,
  PrecisionChoice,
  precisionLabel,
  type Secrecy,
  type SpotForm,
  type SpotFormAction,
} from '../spots/index.ts'
import { CollapsibleRow } from './collapsible-row.tsx'
import { PlaceFields, usePlaceLine } from './place-fields.tsx'
import { markNeed } from './share-lead.ts'
import styles from './share.module.css'

type Row = 'audience' | 'precision' | 'opens' | 'exact_for' | 'difficulty' | 'place'

type Props = {
  form: SpotForm
  secrecy: Secrecy & { opens_on: string }
  /** Whether to show that the crew is missing. */
  needsCrew: boolean
  dispatch: (action: SpotFormAction) => void
}

type Toggle = (row: Row) => { isOpen: boolean; onToggle: () => void }

function SecrecyRows({ secrecy, needsCrew, dispatch, toggle }: Omit<Props, 'form'> & { toggle: Toggle }) {
  const choice = {
    value: secrecy,
    isTitled: true,
    crewError: needsCrew ? m.share_need_crew() : undefined,
    onChange: (change: Partial<SpotForm>) => dispatch({ type: 'secrecy', secrecy: change }),
  }
  const { audience, precision, opens_on, exact_for } = secrecy
  return (
    <>
      <CollapsibleRow label={m.audiences_title()} value={audienceLabel(audience)} {...toggle('audience')}>
        <AudienceChoice {...choice} />
      </CollapsibleRow>
      {audience !== 'only_me' && (
        <>
          <CollapsibleRow
            label={m.share_more_precision()}
            value={precisionLabel(precision)}
            {...toggle('precision')}
          >
            <PrecisionChoice {...choice} />
          </CollapsibleRow>
          <CollapsibleRow
            label={m.share_more_publish_date()}
            value={opens_on === '' ? m.share_more_now() : dayText(`${opens_on}T00:00:00`)}
            {...toggle('opens')}
          >
            <OpeningDay {...choice} />
          </CollapsibleRow>
        </>
      )}
      {hasExactAudience(secrecy) && (
        <CollapsibleRow
          label={m.audiences_exact_for_title()}
          value={audienceLabel(exact_for)}
          {...toggle('exact_for')}
        >
          <ExactAudienceChoice {...choice} />
        </CollapsibleRow>
      )}
    </>
  )
}

/** Rarely changed fields of the share form, each collapsed into a row with its current value. */
export function MoreSection(props: Props) {
  const { form, secrecy, needsCrew, dispatch } = props
  const [opened, setOpened] = useState<Row | null>(null)
  // Until the typed coordinates have been read, their row stays open, so that nothing is shared with the previous
  // position.
  const [isUnread, setUnread] = useState(false)
  const place = usePlaceLine(form)
  const crewRow = secrecy.audience === 'crew' ? 'audience' : 'exact_for'
  const open = needsCrew ? crewRow : opened
  const toggle: Toggle = (row) => ({
    isOpen: open === row || (row === 'place' && isUnread),
    onToggle: () => setOpened(open === row ? null : row),
  })
  const level = form.difficulty_level
  return (
    <section className={styles.more} aria-labelledby="share-more" {...markNeed('crew')}>
      <h3 id="share-more">{m.share_more()}</h3>
      <SecrecyRows {...props} toggle={toggle} />
      <CollapsibleRow
        label={m.share_difficulty()}
        value={level ? difficultyLabel(level) : m.share_more_unset()}
        {...toggle('difficulty')}
      >
        <DifficultyChoice
          value={level}
          isTitled
          onChoose={(next) => dispatch({ type: 'difficulty', level: next })}
        />
      </CollapsibleRow>
      <CollapsibleRow label={m.share_more_place()} value={place || m.share_more_unset()} {...toggle('place')}>
        <PlaceFields form={form} dispatch={dispatch} onUnread={setUnread} />
      </CollapsibleRow>
    </section>
  )
}
