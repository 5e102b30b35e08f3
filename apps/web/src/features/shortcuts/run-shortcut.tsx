import type { ReactNode } from 'react'
import { focusSearch } from './focus-search.ts'
import { moveToCard } from './move-to-card.ts'
import type { ShortcutKey } from './shortcut-keys.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** Runs a shortcut. `show` renders a dialog, or nothing if it's null. */
export function runShortcut(key: ShortcutKey, show: (dialog: ReactNode) => void): void {
  switch (key) {
    case '/':
      return focusSearch()
    case 'j':
      return moveToCard(1)
    case 'k':
      return moveToCard(-1)
    case '?':
      return show(<ShortcutsDialog onClosed={() => show(null)} />)
  }
}
