import { type ReactNode, useEffect, useState } from 'react'
import { SHORTCUT_KEYS, type ShortcutKey } from './shortcut-keys.ts'
import { shortcutsOn } from './shortcuts-setting.ts'

const FIELDS = 'input, textarea, select, [contenteditable], [role="listbox"]'
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]'

function findShortcut(event: KeyboardEvent): ShortcutKey | undefined {
  const { key, target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event
  if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented || !shortcutsOn.get()) return undefined
  if (target instanceof Element && target.closest(FIELDS)) return undefined
  return document.querySelector(OVERLAYS) ? undefined : SHORTCUT_KEYS.find((one) => one === key.toLowerCase())
}

/** Single-key shortcuts on every screen. Ignored while typing, with a modifier key, and while a dialog or menu is open. */
export function Shortcuts() {
  const [dialog, setDialog] = useState<ReactNode>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = findShortcut(event)
      if (!key) return
      event.preventDefault()
      // If this can't be loaded, for example offline, the key does nothing.
      void import('./run-shortcut.tsx')
        .then(({ runShortcut }) => runShortcut(key, setDialog))
        .catch(() => undefined)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return dialog
}
