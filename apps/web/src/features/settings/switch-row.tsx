import { classes } from '../../lib/classes.ts'
import styles from './settings.module.css'

type Props = { label: string; isOn: boolean; onChange: (on: boolean) => void }

/** A row with a switch in a card. */
export function SwitchRow({ label, isOn, onChange }: Props) {
  return (
    <label className={classes(styles.row, styles.settingsSwitch)}>
      <span className={styles.info}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
