import type { List } from '@nollie/contract'
import { LIST_VISIBILITIES, type ListVisibility } from '@nollie/contract/lists/list-kinds'
import { Globe, Link2, Lock, Users } from 'lucide-react'
import { Suspense, useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { looks } from '../../ui/looks.ts'
import { CrewChoice } from '../crews/index.ts'
import styles from './lists.module.css'

const CHOICES = {
  private: { label: m.lists_private, text: m.lists_private_text, Icon: Lock },
  crew: { label: m.lists_crew, text: m.lists_crew_text, Icon: Users },
  link: { label: m.lists_link, text: m.lists_link_text, Icon: Link2 },
  public: { label: m.lists_public, text: m.lists_public_text, Icon: Globe },
} as const

type Seen = { visibility: ListVisibility; crew_id: string | null }
type Props = { value: Seen; error?: string | undefined; onChange: (value: Seen) => void }

/** Radio buttons for choosing who can see a list. */
export function VisibilityChoice({ value, error, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className={classes(looks.field, styles.choices)} aria-describedby={`${id}-note`}>
      <legend className={looks.fieldLabel}>{m.lists_visibility()}</legend>
      {LIST_VISIBILITIES.map((one) => {
        const { label, text, Icon } = CHOICES[one]
        return (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={value.visibility === one}
              onChange={() => onChange({ ...value, visibility: one })}
            />
            <Icon size={16} aria-hidden="true" />
            {label()}
            <small>{text()}</small>
          </label>
        )
      })}
      {value.visibility === 'crew' && (
        <Suspense fallback={null}>
          <CrewChoice
            value={value.crew_id}
            onChoose={(crew_id) => onChange({ visibility: 'crew', crew_id })}
          />
        </Suspense>
      )}
      {error && (
        <p className={looks.fieldError} role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-note`} className={looks.fieldHint}>
        {m.lists_audience_note()}
      </p>
    </fieldset>
  )
}

/** A single line that says who can see a list. */
export function VisibilityMark({ visibility, crew }: Pick<List, 'visibility' | 'crew'>) {
  const { label, Icon } = CHOICES[visibility]
  return (
    <span className={styles.mark}>
      <Icon size={14} aria-hidden="true" />
      {crew ? <bdi>{crew.name}</bdi> : label()}
    </span>
  )
}
