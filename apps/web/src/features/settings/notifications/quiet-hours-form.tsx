import type { Push } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { SwitchRow } from '../switch-row.tsx'
import styles from './push.module.css'

type Quiet = NonNullable<Push['quiet']>
type Props = { quiet: Push['quiet']; onChange: (quiet: Push['quiet']) => void }

const NIGHT = { from: 22 * 60, until: 8 * 60 }

function zoneHere() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function two(count: number) {
  return String(count).padStart(2, '0')
}

function formatTime(minutes: number) {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

function parseMinutes(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number)
  return hours === undefined || minutes === undefined ? null : hours * 60 + minutes
}

function Time({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (next: number) => void
}) {
  return (
    <label className={styles.time}>
      {label}
      <input
        type="time"
        value={formatTime(value)}
        onChange={({ target }) => {
          const next = parseMinutes(target.value)
          if (next !== null) onChange(next)
        }}
      />
    </label>
  )
}

/** The hours without push notifications. They use the time zone of the device where they were last changed. */
export function QuietHoursForm({ quiet, onChange }: Props) {
  const set = (changes: Partial<Quiet>) => {
    const next = { ...NIGHT, ...quiet, ...changes, time_zone: zoneHere() }
    if (next.from !== next.until) onChange(next)
  }
  return (
    <>
      <SwitchRow
        label={m.settings_push_quiet()}
        isOn={quiet !== null}
        onChange={(on) => (on ? set({}) : onChange(null))}
      />
      {quiet && (
        <div className={styles.times}>
          <Time label={m.settings_push_from()} value={quiet.from} onChange={(from) => set({ from })} />
          <Time label={m.settings_push_until()} value={quiet.until} onChange={(until) => set({ until })} />
          <p>{m.settings_push_quiet_text()}</p>
        </div>
      )}
    </>
  )
}
