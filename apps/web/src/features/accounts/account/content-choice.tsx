import { useId } from 'react'
import { m } from '../../../i18n/messages.ts'
import { looks } from '../../../ui/looks.ts'
import styles from './content-choice.module.css'

/** What happens to a person's content when the account is deleted. */
export type LeftContent = 'remove' | 'keep'

const CHOICES = [
  { value: 'remove', label: m.settings_delete_remove, text: m.settings_delete_remove_text },
  { value: 'keep', label: m.settings_delete_keep, text: m.settings_delete_keep_text },
] as const

/** Asks whether to delete posts and comments or leave them up without a name; nothing is preselected. */
export function ContentChoice({
  value,
  onChange,
}: {
  value: LeftContent | null
  onChange: (value: LeftContent) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles.root}>
      <legend className={looks.fieldLabel}>{m.settings_delete_content()}</legend>
      {CHOICES.map(({ value: choice, label, text }) => (
        <label key={choice}>
          <input
            type="radio"
            name={id}
            value={choice}
            required
            checked={value === choice}
            onChange={() => onChange(choice)}
          />
          <b>{label()}</b>
          <small>{text()}</small>
        </label>
      ))}
    </fieldset>
  )
}
