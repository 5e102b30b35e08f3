import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { sayMissing } from './lazy-part.tsx'

type Props = {
  /** The button's label. */
  label: string
  /** The `Menu` variant. */
  variant?: 'plain' | 'glass'
  /** Preloads the menu's code when it's about to be opened. */
  load: () => Promise<unknown>
  /** The lazily loaded menu, with `defaultOpen`. */
  children: ReactNode
}

/** A menu button that loads its menu when first opened, because the menu and its dialogs are large. */
export function LazyMenu({ label, variant = 'plain', load, children }: Props) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <IconButton
      label={label}
      variant={variant}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void load().then(() => setWanted(true), sayMissing)}
      onPointerEnter={() => void load().catch(() => undefined)}
    >
      <Ellipsis size={22} aria-hidden="true" />
    </IconButton>
  )
  return wanted ? <Suspense fallback={button}>{children}</Suspense> : button
}
