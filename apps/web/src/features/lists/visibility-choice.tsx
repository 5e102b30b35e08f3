import { LIST_VISIBILITIES, type ListVisibility } from '@nollie/contract/lists/list-kinds'
import { Globe, Link2, Lock } from 'lucide-react'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { looks } from '../../ui/looks.ts'
import styles from './lists.module.css'

const CHOICES = {
  private: { label: m.lists_private, text: m.lists_private_text, Icon: Lock },
  link: { label: m.lists_link, text: m.lists_link_text, Icon: Link2 },
  public: { label: m.lists_public, text: m.lists_public_text, Icon: Globe },
} as const

type Props = { value: ListVisibility; onChange: (value: ListVisibility) => void }

/** The choice of who sees a list. */
export function VisibilityChoice({ value, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className={classes(looks.field, styles.choices)} aria-describedby={`${id}-note`}>
      <legend className={looks.fieldLabel}>{m.lists_who()}</legend>
      {LIST_VISIBILITIES.map((one) => {
        const { label, text, Icon } = CHOICES[one]
        return (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={value === one}
              onChange={() => onChange(one)}
            />
            <Icon size={16} aria-hidden="true" />
            {label()}
            <small>{text()}</small>
          </label>
        )
      })}
      <p id={`${id}-note`} className={looks.fieldHint}>
        {m.lists_audience_note()}
      </p>
    </fieldset>
  )
}

/** Who sees a list, as a line beside it. */
export function VisibilityMark({ visibility }: { visibility: ListVisibility }) {
  const { label, Icon } = CHOICES[visibility]
  return (
    <span className={styles.mark}>
      <Icon size={14} aria-hidden="true" />
      {label()}
    </span>
  )
}
