import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { Suspense, useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { useWaiting } from '../../lib/outbox/use-outbox.ts'
import { Button, OutboxNote } from '../../ui/index.ts'
import { LazyMenu } from '../../ui/overlays/lazy-menu.tsx'
import { BustReport } from '../busts/index.ts'
import { Meetups } from '../meetups/index.ts'
import { useDevicePosition, useLocated } from '../places/index.ts'
import { isQuestion, mayAsk } from './check-question.ts'
import { isAtSpot } from './nearness.ts'
import { SpotConditionBadge } from './spot-condition-badge.tsx'
import { ANSWER_TEXTS, CHECK, confirmedText, isFresh, type CheckedSpot } from './spot-condition-text.ts'
import { useMountTime } from './use-mount-time.ts'
import { useOneTap } from './use-one-tap-check.ts'
import styles from './checks.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

const CheckDialog = lazyPart(() =>
  import('./check-dialog.tsx').then(({ CheckDialog }) => ({ default: CheckDialog })),
)

function loadMenu() {
  return import('./update-menu.tsx')
}

const UpdateMenu = lazyPart(() => loadMenu().then(({ UpdateMenu }) => ({ default: UpdateMenu })))

/** Answers that can be reported with a single click. */
const ONE_TAP = ['open', 'skatestopped', 'gone'] as const satisfies readonly CheckAnswer[]

type Props = {
  spot: CheckedSpot
  /** Sets a spot's status directly, for people who may edit it. */
  onStatus?: ((status: 'open' | 'gone') => void) | undefined
  /** Whether to show the spot's sessions, as on its page. */
  meets?: boolean
}

type Dialog = { name: 'check'; answer: CheckAnswer | null } | { name: 'bust' }

/** A spot's condition, with one button for members to update it. */
export function SpotConditionSection({ spot, onStatus, meets }: Props) {
  const { user } = useSession()
  const [dialog, setDialog] = useState<(Dialog & { opening: number }) | null>(null)
  const open = (next: Dialog) => setDialog((before) => ({ ...next, opening: (before?.opening ?? 0) + 1 }))
  const confirmed = confirmedText(spot, useMountTime())
  if (!spot.standing) return null
  const close = () => setDialog(null)
  return (
    <>
      {meets && user && (spot.is_exact ?? true) && spot.standing.state !== 'gone' && (
        <Meetups key={spot.id} spot={spot} />
      )}
      <section className={styles.condition} aria-label={m.checks_title()}>
        {!isFresh(spot) && (
          <div className={styles.words}>
            {/* If the spot no longer exists, its card and page already say so. */}
            {spot.standing.state !== 'gone' && <SpotConditionBadge condition={spot.standing} />}
            {confirmed && <p>{confirmed}</p>}
          </div>
        )}
        {user && <OwnCheck key={spot.id} spot={spot} onStatus={onStatus} onOpen={open} />}
        {dialog?.name === 'check' && (
          <Suspense fallback={null}>
            <CheckDialog key={dialog.opening} spot={spot} answer={dialog.answer} onClose={close} />
          </Suspense>
        )}
        {dialog?.name === 'bust' && (
          <BustReport key={dialog.opening} spot={spot} outcome="kicked_out" onClose={close} />
        )}
      </section>
    </>
  )
}

type OwnProps = Props & { onOpen: (dialog: Dialog) => void }

function OwnCheck({ spot, onStatus, onOpen }: OwnProps) {
  const [waiting] = useWaiting(CHECK, spot.id)
  const { record } = useDevicePosition()
  useLocated()
  // Uses the mount time for the position's age, because the position may be updated later.
  const now = useMountTime()
  const isHere = isAtSpot(record, spot, now)
  const asks = useQuestion(spot, isHere)
  const { busy, say } = useOneTap(spot, (answer) => onOpen({ name: 'check', answer }))
  const isGone = spot.standing?.state === 'gone'
  const answer = (given: CheckAnswer) => {
    // People who may edit the spot set its status directly instead of reporting it.
    if (onStatus && (given === 'gone' || (given === 'open' && isGone))) onStatus(given)
    else say(given)
  }
  return (
    <div className={styles.own} data-asks={asks ? '' : undefined}>
      {asks && <p className={styles.question}>{m.checks_question()}</p>}
      <div className={styles.answers}>
        {/* Placed first and with a fixed width. The other buttons appear once the device is located, and must not
            appear where someone is about to tap. */}
        <LazyMenu label={m.checks_update()} variant="text" load={loadMenu}>
          <UpdateMenu
            isGone={isGone}
            onAnswer={answer}
            onChanged={() => onOpen({ name: 'check', answer: null })}
            onKickedOut={() => onOpen({ name: 'bust' })}
          />
        </LazyMenu>
        {isHere &&
          ONE_TAP.map((one) => (
            <Button
              key={one}
              variant={asks ? 'ink' : 'line'}
              size="sm"
              busy={busy === one && ANSWER_TEXTS[one]()}
              disabled={busy !== null}
              onClick={() => say(one)}
            >
              {ANSWER_TEXTS[one]()}
            </Button>
          ))}
      </div>
      {waiting && <OutboxNote state={waiting.state} />}
    </div>
  )
}

// Whether to ask the question here. It's asked only once per visit.
function useQuestion(spot: CheckedSpot, isHere: boolean): boolean {
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    if (isHere && isQuestion(spot, Date.now()) && mayAsk(spot)) setAsks(true)
  }, [isHere, spot])
  return asks && isHere
}
