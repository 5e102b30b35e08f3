import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePortalHost } from './portal-host.ts'
import { buttonLook } from '../button.tsx'
import { iconButtonLook } from '../icon-button.tsx'
import { classes } from '../../lib/classes.ts'
import styles from './popup.module.css'

type Props = {
  /** The button's label. */
  label: string
  /** The button's style. Use `glass` on photos; `text` shows the label. */
  variant?: 'plain' | 'glass' | 'solid' | 'text'
  /** `sm` for a menu within a line of text. */
  size?: 'md' | 'sm'
  icon?: ReactNode
  /** Whether the menu is initially open. */
  defaultOpen?: boolean
  children: ReactNode
}

/** A button that opens a short list of actions. */
export function Menu({ label, variant = 'plain', size = 'md', icon, defaultOpen = false, children }: Props) {
  const host = usePortalHost()
  return (
    <Base.Root defaultOpen={defaultOpen}>
      {variant === 'text' ? (
        <Base.Trigger {...buttonLook({ variant: 'line', size: 'sm' })}>{label}</Base.Trigger>
      ) : (
        <Base.Trigger {...iconButtonLook(variant)} data-size={size} aria-label={label}>
          {icon ?? <Ellipsis size={size === 'sm' ? 18 : 22} aria-hidden="true" />}
        </Base.Trigger>
      )}
      <Base.Portal container={host}>
        {/* The menu doesn't follow its anchor, or it could move while someone is clicking it. In a full-screen dialog
            its position is fixed, or it would be off by the page's scroll position. */}
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

/** An action in a {@link Menu}. */
export function MenuItem({ onSelect, icon, tone, disabled = false, children }: ItemProps) {
  return (
    <Base.Item className={styles.menuItem} data-tone={tone} disabled={disabled} onClick={onSelect}>
      {icon}
      {children}
    </Base.Item>
  )
}
