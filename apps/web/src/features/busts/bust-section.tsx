import { CERTAIN_FROM, ENOUGH_REPORTS } from '@nollie/contract/busts/bust-values'
import type { BustClock, QuietWindow } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { knownZone } from '../../lib/format.ts'
import { FailedNote, Loaded, Loading } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { BustReportDialog } from './bust-report-dialog.tsx'
import { bustsQuery } from './bust-requests.ts'
import { BustStrip } from './bust-strip.tsx'
import { BustWeek } from './bust-week.tsx'
import { certaintyText, hourText, weekdayText } from './bust-text.ts'
import styles from './busts.module.css'

function readWindow({ weekday, from, to }: QuietWindow) {
  return {
    day: weekdayText(weekday),
    from: hourText(from),
    to: hourText(to),
  }
}

function Windows({ windows }: { windows: readonly QuietWindow[] }) {
  return (
    <>
      <h3 className={styles.subtitle}>{m.busts_best()}</h3>
      <ol className={styles.windows}>
        {windows.map((window) => (
          <li key={window.weekday}>
            {m.busts_window({
              ...readWindow(window),
              chance: window.chance,
              certainty: certaintyText(window.certainty),
            })}
          </li>
        ))}
      </ol>
    </>
  )
}

// Omits chances that are based mostly on the estimate for this type of spot.
function Week({ clock }: { clock: BustClock }) {
  const windows = clock.windows.filter(({ certainty }) => certainty >= CERTAIN_FROM)
  const [best] = windows
  return (
    <>
      {best && <p className={styles.lead}>{m.busts_quietest(readWindow(best))}</p>}
      <p className={styles.source}>
        {m.busts_reports({ count: clock.reports })}
        {clock.is_holiday && ` ${m.busts_holiday_today()}`}
      </p>
      <BustWeek clock={clock} />
      <details className={styles.more}>
        <summary>{m.busts_more()}</summary>
        <div className={styles.section}>
          {windows.length > 1 && <Windows windows={windows} />}
          <BustStrip clock={clock} />
          <p className={styles.note}>{m.busts_hours_note()}</p>
        </div>
      </details>
    </>
  )
}

type ClockProps = { clock: BustClock; onReport: () => void }

function Clock({ clock, onReport }: ClockProps) {
  if (clock.reports >= ENOUGH_REPORTS) return <Week clock={clock} />
  return (
    <p className={styles.source}>
      {clock.reports === 0 ? m.busts_none() : m.busts_too_few({ count: clock.reports })}{' '}
      <button type="button" className={looks.link} onClick={onReport}>
        {m.busts_report_link()}
      </button>
    </p>
  )
}

function failed(retry: () => void) {
  return <FailedNote className={styles.failed} text={m.busts_load_failed()} onRetry={retry} />
}

/** The spot fields that the bust section needs. */
export type BustSpot = { spotId: string; spotName: string; timeZone?: string }

/** Shows when people get kicked out of a spot, based on reports, and lets people add a report. */
export function BustSection({ spotId, spotName, timeZone }: BustSpot) {
  const query = useQuery(bustsQuery(spotId))
  const { data } = query
  const [asks, setAsks] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="busts">
      <h2 id="busts" className={styles.title}>
        {m.busts_title()}
      </h2>
      <Loaded query={query} skeleton={<Loading label={m.busts_loading()} />} failed={failed}>
        {data && <Clock clock={data} onReport={() => setAsks(true)} />}
      </Loaded>
      {asks && (
        <BustReportDialog
          {...{ spotId, spotName }}
          timeZone={knownZone(timeZone) ?? data?.time_zone}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}
