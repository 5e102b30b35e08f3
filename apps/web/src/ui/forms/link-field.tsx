import { useId } from 'react'
import fieldStyles from './field.module.css'
import styles from './link-field.module.css'

/** A read-only field that shows a full link and selects it on focus, ready to copy. */
export function LinkField({
  label,
  link,
  action,
}: {
  label: string
  link: string
  action?: React.ReactNode
}) {
  const id = useId()
  return (
    <div className={fieldStyles.root}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.root}>
        <textarea
          id={id}
          className={fieldStyles.input}
          rows={2}
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
        />
        {action}
      </div>
    </div>
  )
}
