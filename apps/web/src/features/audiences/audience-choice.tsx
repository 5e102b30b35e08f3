import type { Audience } from '@nollie/contract/audiences/audience-table'
import { AUDIENCES } from '@nollie/contract/audiences/audience-table'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Chip } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { audienceLabel, audienceText } from './audience-text.ts'
import styles from './audiences.module.css'

type Props = { value: Audience; onChoose: (audience: Audience) => void }

/** Who may know of a spot, and what that means. */
export function AudienceChoice({ value, onChoose }: Props) {
  const id = useId()
  return (
    <div className={looks.field} role="group" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <span className={looks.fieldLabel} id={id}>
        {m.audiences_title()}
      </span>
      <div className={styles.choice}>
        {AUDIENCES.map((audience) => (
          <Chip key={audience} pressed={audience === value} onClick={() => onChoose(audience)}>
            {audienceLabel(audience)}
          </Chip>
        ))}
      </div>
      <p className={looks.fieldHint} id={`${id}-text`} role="status">
        {audienceText(value)}
      </p>
    </div>
  )
}
