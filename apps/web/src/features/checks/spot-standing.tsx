import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { Suspense, useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { useWaiting } from '../../lib/outbox/use-outbox.ts'
import { Button, OutboxNote } from '../../ui/index.ts'
import { useDevicePosition } from '../places/index.ts'
import { isQuestion, mayAsk } from './check-question.ts'
import { standsAt } from './nearness.ts'
import { StandingBadge } from './standing-badge.tsx'
import { ANSWER_TEXTS, CHECK, confirmedText, type StandingSpot } from './standing-text.ts'
import { useMountTime } from './use-mount-time.ts'
import { useOneTap } from './use-one-tap-check.ts'
import styles from './checks.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

const CheckDialog = lazyPart(() =>
  import('./check-dialog.tsx').then(({ CheckDialog }) => ({ default: CheckDialog })),
)

/** The answers that take one click to report. */
const ONE_TAP = ['open', 'skatestopped', 'gone'] as const satisfies readonly CheckAnswer[]

/** A spot's status, with buttons for members to report it. */
export function SpotStanding({ spot }: { spot: StandingSpot }) {
  const { user } = useSession()
  const [dialog, setDialog] = useState<{ answer: CheckAnswer | null; opening: number } | null>(null)
  const open = (answer: CheckAnswer | null) =>
    setDialog((before) => ({ answer, opening: (before?.opening ?? 0) + 1 }))
  const confirmed = confirmedText(spot, useMountTime())
  if (!spot.standing) return null
  return (
    <section className={styles.standing} aria-label={m.checks_title()}>
      <div className={styles.words}>
        {/* If the spot no longer exists, its card and page already say so. */}
        {spot.standing.state !== 'gone' && <StandingBadge standing={spot.standing} />}
        {confirmed && <p>{confirmed}</p>}
      </div>
      {user && <OwnCheck key={spot.id} spot={spot} onOpen={open} />}
      {dialog && (
        <Suspense fallback={null}>
          <CheckDialog
            key={dialog.opening}
            spot={spot}
            answer={dialog.answer}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

type OwnProps = { spot: StandingSpot; onOpen: (answer: CheckAnswer | null) => void }

function OwnCheck({ spot, onOpen }: OwnProps) {
  const [waiting] = useWaiting(CHECK, spot.id)
  const { record } = useDevicePosition()
  // Uses the mount time for the position's age, because the position may be updated later.
  const now = useMountTime()
  const isHere = standsAt(record, spot, now)
  const asks = useQuestion(spot, isHere)
  const { busy, say } = useOneTap(spot, onOpen)
  return (
    <div className={styles.own} data-asks={asks ? '' : undefined}>
      {asks && <p className={styles.question}>{m.checks_question()}</p>}
      <div className={styles.answers}>
        {/* Placed first and with a fixed width. The other buttons appear once the device is located, and must not
            appear where someone is about to tap. */}
        <Button variant="quiet" size="sm" onClick={() => onOpen(null)}>
          {m.checks_say()}
        </Button>
        {isHere &&
          ONE_TAP.map((answer) => (
            <Button
              key={answer}
              variant={asks ? 'ink' : 'line'}
              size="sm"
              busy={busy === answer && ANSWER_TEXTS[answer]()}
              disabled={busy !== null}
              onClick={() => say(answer)}
            >
              {ANSWER_TEXTS[answer]()}
            </Button>
          ))}
      </div>
      {waiting && <OutboxNote state={waiting.state} />}
    </div>
  )
}

// Whether to ask this visit's one question here.
function useQuestion(spot: StandingSpot, isHere: boolean): boolean {
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    if (isHere && isQuestion(spot, Date.now()) && mayAsk(spot)) setAsks(true)
  }, [isHere, spot])
  return asks && isHere
}
