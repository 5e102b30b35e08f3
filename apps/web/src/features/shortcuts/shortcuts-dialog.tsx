import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import type { ShortcutKey } from './shortcut-keys.ts'
import { setShortcutsOn, useShortcutsOn } from './shortcuts-setting.ts'
import styles from './shortcuts-dialog.module.css'

const TEXTS: Record<ShortcutKey, () => string> = {
  '/': m.shortcuts_search,
  j: m.shortcuts_next,
  k: m.shortcuts_previous,
  '?': m.shortcuts_help,
}

/** Lists the shortcuts, with a checkbox that turns them off. */
export function ShortcutsDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const isOn = useShortcutsOn()
  return (
    <Sheet open={open} onOpenChange={setOpen} onClosed={onClosed} title={m.shortcuts_title()}>
      <dl className={styles.keys}>
        {Object.entries(TEXTS).map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text()}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.choice}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => setShortcutsOn(target.checked)} />
        {m.shortcuts_use()}
      </label>
      {!isOn && <p className={styles.note}>{m.shortcuts_off()}</p>}
    </Sheet>
  )
}
