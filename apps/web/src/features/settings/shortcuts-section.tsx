import { m } from '../../i18n/messages.ts'
import { setShortcutsOn, useShortcutsOn } from '../shortcuts/index.ts'
import { Section } from './section.tsx'
import { SwitchRow } from './switch-row.tsx'
import styles from './settings.module.css'

/** Turns keyboard shortcuts on or off on this device. */
export function ShortcutsSection() {
  return (
    <Section id="shortcuts" title={m.shortcuts_title()}>
      <SwitchRow label={m.shortcuts_use()} isOn={useShortcutsOn()} onChange={setShortcutsOn} />
      <p className={styles.text}>{m.shortcuts_hint()}</p>
    </Section>
  )
}
