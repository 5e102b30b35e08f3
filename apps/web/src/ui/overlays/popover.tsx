import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import styles from './popup.module.css'

type Props = {
  /** The button that opens the panel. */
  trigger: ReactElement
  title: string
  /** Whether the title is visible to everyone, not just screen readers. */
  titled?: boolean
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A small panel next to the button that opens it. */
export function Popover({ trigger, title, titled = false, children, open, onOpenChange }: Props) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.place} sideOffset={8} align="end">
          <Base.Popup className={classes(styles.root, styles.popover)}>
            <Base.Title className={titled ? styles.popoverTitle : 'sr-only'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
