import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '../../lib/classes.ts'
import styles from './notice.module.css'

type Props = HTMLAttributes<HTMLDivElement> & {
  ref?: Ref<HTMLDivElement>
  icon: ReactNode
  title?: string
  /** Whether it's a warning. */
  warn?: boolean
  /** Buttons and links. */
  actions?: ReactNode
}

/** A box above a form with information to read first. */
export function Notice({ icon, title, warn = false, actions, className = '', children, ...rest }: Props) {
  return (
    <div className={classes(styles.root, warn && styles.warn, className)} {...rest}>
      {icon}
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
