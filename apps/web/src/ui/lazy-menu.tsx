import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { IconButton } from './icon-button.tsx'

type Props = {
  /** What the button is called. */
  label: string
  /** As of `Menu`. */
  variant?: 'plain' | 'glass'
  /** Fetches the code of the menu, on a hint that it is about to be opened. */
  load: () => Promise<unknown>
  /** The menu itself, lazy, open from its beginning. */
  children: ReactNode
}

/** The button of a menu. The menu and its dialogs are heavier than what stands around it and come when first wanted. */
export function LazyMenu({ label, variant = 'plain', load, children }: Props) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <IconButton
      label={label}
      variant={variant}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void load().catch(() => undefined)}
    >
      <Ellipsis size={22} aria-hidden="true" />
    </IconButton>
  )
  return wanted ? <Suspense fallback={button}>{children}</Suspense> : button
}
