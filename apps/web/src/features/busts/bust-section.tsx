import type { BustClock } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { knownZone } from '../../lib/format.ts'
import { bustKeys } from '../../lib/keys/busts.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, FailedNote, Loaded, Loading, toast } from '../../ui/index.ts'
import { BustReportDialog } from './bust-report-dialog.tsx'
import { bustsQuery } from './bust-requests.ts'
import { BustStrip } from './bust-strip.tsx'
import { certaintyText, dateText, hourText, OUTCOME_TEXTS, weekdayText } from './bust-text.ts'
import styles from './busts.module.css'

function Windows({ windows }: Pick<BustClock, 'windows'>) {
  return (
    <>
      <h3 className={styles.subtitle}>{m.busts_best()}</h3>
      <ol className={styles.windows}>
        {windows.map(({ weekday, from, to, chance, certainty }) => (
          <li key={weekday}>
            {m.busts_window({
              day: weekdayText(weekday),
              from: hourText(from),
              to: hourText(to),
              chance,
              certainty: certaintyText(certainty),
            })}
          </li>
        ))}
      </ol>
    </>
  )
}

function Mine({ spotId, mine }: { spotId: string } & Pick<BustClock, 'mine'>) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (day: string) =>
      call('DELETE /api/spots/:spot_id/busts/:day', { params: { spot_id: spotId, day } }),
    onSuccess: () => client.invalidateQueries({ queryKey: bustKeys.one(spotId) }),
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.busts_not_taken_back(),
        description: whyNot(error, m.busts_try_again()),
      }),
  })
  return (
    <ul className={styles.mine}>
      {mine.slice(0, 3).map(({ day, hour, outcome }) => (
        <li key={day}>
          <span>
            {m.busts_mine({ day: dateText(day), hour: hourText(hour), outcome: OUTCOME_TEXTS[outcome]() })}
          </span>
          <Button
            size="sm"
            busy={isPending && variables === day && m.busts_sending()}
            onClick={() => mutate(day)}
          >
            {m.busts_take_back()}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Clock({ spotId, clock }: { spotId: string; clock: BustClock }) {
  return (
    <>
      <p className={styles.source}>
        {clock.reports === 0 ? m.busts_guess() : m.busts_reports({ count: clock.reports })}
        {clock.is_holiday && ` ${m.busts_holiday_today()}`}
      </p>
      <Windows windows={clock.windows} />
      <BustStrip clock={clock} />
      <p className={styles.note}>{m.busts_holidays()}</p>
      {clock.mine.length > 0 && <Mine spotId={spotId} mine={clock.mine} />}
    </>
  )
}

const failed = (retry: () => void) => (
  <FailedNote className={styles.failed} text={m.busts_load_failed()} onRetry={retry} />
)

// Spots stored by older versions have no time zone. People who report offline are usually at the spot.
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The spot fields that the bust section needs. */
export type BustSpot = { spotId: string; spotName: string; timeZone?: string }

/** A spot's bust clock, with a button for reporting a session. */
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
        {data && <Clock spotId={spotId} clock={data} />}
      </Loaded>
      {!query.isPending && (
        <Button variant="ink" size="sm" onClick={() => setAsks(true)}>
          {m.busts_report()}
        </Button>
      )}
      {asks && (
        <BustReportDialog
          {...{ spotId, spotName }}
          timeZone={knownZone(timeZone) ?? data?.time_zone ?? deviceZone()}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}
