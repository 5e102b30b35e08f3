import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePortalHost } from './portal-host.ts'
import { iconButtonLook } from './icon-button.tsx'
import { classes } from '../lib/classes.ts'
import styles from './popup.module.css'

type Props = {
  /** The label of the button. */
  label: string
  /** The look of the button; `glass` on photos. */
  variant?: 'plain' | 'glass' | 'solid'
  /** `sm` for a menu in a line of text. */
  size?: 'md' | 'sm'
  icon?: ReactNode
  /** Whether it is open at first. */
  defaultOpen?: boolean
  children: ReactNode
}

/** A round button that opens a short list of actions. */
export function Menu({ label, variant = 'plain', size = 'md', icon, defaultOpen = false, children }: Props) {
  const host = usePortalHost()
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger {...iconButtonLook(variant)} data-size={size} aria-label={label}>
        {icon ?? <Ellipsis size={size === 'sm' ? 18 : 22} aria-hidden="true" />}
      </Base.Trigger>
      <Base.Portal container={host}>
        {/* The menu does not follow its anchor, or it could move away while it is being clicked. In a full-screen
            dialog its position is fixed, or it would be off by the scroll position of the page. */}
        <Base.Positioner
          className={styles.place}
          sideOffset={6}
          align="end"
          positionMethod={host ? 'fixed' : 'absolute'}
          disableAnchorTracking
        >
          <Base.Popup className={classes(styles.root, styles.menu)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = {
  onSelect: () => void
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  children: ReactNode
}

/** One action of a {@link Menu}. */
export function MenuItem({ onSelect, icon, tone, disabled = false, children }: ItemProps) {
  return (
    <Base.Item className={styles.menuItem} data-tone={tone} disabled={disabled} onClick={onSelect}>
      {icon}
      {children}
    </Base.Item>
  )
}
