import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './collapsible-row.module.css'

type Props = {
  label: string
  /** The current value. */
  value: string
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A row with a label and the current value. It expands to show the control. */
export function CollapsibleRow({ label, value, isOpen, onToggle, children }: Props) {
  const id = useId()
  return (
    <div className={styles.root}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>{value}</span>
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      {isOpen && (
        <div className={styles.body} id={id}>
          {children}
        </div>
      )}
    </div>
  )
}
