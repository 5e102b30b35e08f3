import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { looks } from '../looks.ts'
import styles from './select.module.css'

type Props<T extends string> = {
  label: string
  name?: string
  /** The label for the empty choice; if omitted, a choice is required. */
  none?: string
  values: readonly T[]
  toText: (value: T) => string
  /** Whether a choice can't be selected now. The selected choice stays enabled. */
  isDisabled?: (value: T) => boolean
  value: T | null
  onChoose: (value: T | null) => void
}

/** A labeled field for choosing one of several values. */
export function Select<T extends string>({
  label,
  name,
  none,
  values,
  value,
  onChoose,
  ...choices
}: Props<T>) {
  const { toText, isDisabled } = choices
  const id = useId()
  return (
    <div className={looks.field}>
      <label className={looks.fieldLabel} htmlFor={id}>
        {label}
      </label>
      <div className={styles.root}>
        <select
          id={id}
          name={name}
          className={looks.input}
          value={value ?? ''}
          onChange={(event) => onChoose(values.find((one) => one === event.target.value) ?? null)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {values.map((one) => (
            <option key={one} value={one} disabled={one !== value && isDisabled?.(one)}>
              {toText(one)}
            </option>
          ))}
        </select>
        <ChevronDown size={20} aria-hidden="true" />
      </div>
    </div>
  )
}
