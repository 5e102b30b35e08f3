import { Suspense, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Chip } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { CrewChoice } from '../crews/index.ts'
import { A_CREW } from './share-content.ts'
import styles from './content.module.css'

type Props = { value: string; isSending: boolean; onChoose: (crew_id: string) => void }

/** Controls for sharing a post with all members or with one crew, with an explanation of each choice. */
export function PostAudience({ value, isSending, onChoose }: Props) {
  const id = useId()
  const isForCrew = value !== ''
  return (
    <div
      className={looks.field}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      inert={isSending}
    >
      <span className={looks.fieldLabel} id={id}>
        {m.content_audience()}
      </span>
      <div className={styles.chips}>
        <Chip pressed={!isForCrew} onClick={() => onChoose('')}>
          {m.audiences_members()}
        </Chip>
        <Chip pressed={isForCrew} onClick={() => onChoose(isForCrew ? value : A_CREW)}>
          {m.audiences_crew()}
        </Chip>
      </div>
      <p className={looks.fieldHint} id={`${id}-text`} role="status">
        {isForCrew ? m.content_audience_crew() : m.content_audience_members()}
      </p>
      {isForCrew && (
        <Suspense fallback={null}>
          <CrewChoice
            value={value === A_CREW ? null : value}
            onChoose={(crew_id) => onChoose(crew_id ?? A_CREW)}
          />
        </Suspense>
      )}
    </div>
  )
}
