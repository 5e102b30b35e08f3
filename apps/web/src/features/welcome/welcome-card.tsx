import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, IconButton } from '../../ui/index.ts'
import { HomeStep } from './home-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { SpotsStep } from './spots-step.tsx'
import type { Leave } from './welcome-step.tsx'
import { YouStep } from './you-step.tsx'
import styles from './welcome.module.css'

const STEPS = [
  { title: m.welcome_you, Step: YouStep },
  { title: m.welcome_home, Step: HomeStep },
  { title: m.welcome_people, Step: PeopleStep },
  { title: m.welcome_spots, Step: SpotsStep },
]

function SkipButton({ onEnd }: { onEnd: () => void }) {
  return (
    <IconButton label={m.welcome_skip()} onClick={onEnd}>
      <X size={22} aria-hidden="true" />
    </IconButton>
  )
}

// Takes up at most a quarter of a phone's first screen, so that the feed is also visible.
function Invitation({ onStart, onEnd }: { onStart: () => void; onEnd: () => void }) {
  return (
    <section className={styles.root} aria-labelledby="welcome-title">
      <header className={styles.head}>
        <div className={styles.invitation}>
          <h2 id="welcome-title">{m.welcome_title()}</h2>
          <p>{m.welcome_intro()}</p>
        </div>
        <SkipButton onEnd={onEnd} />
      </header>
      <div>
        <Button variant="ink" size="sm" onClick={onStart}>
          {m.welcome_start()}
        </Button>
      </div>
    </section>
  )
}

function Steps({ onEnd }: { onEnd: () => void }) {
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const leave = useRef<Leave | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step change moves the focus
  useEffect(() => heading.current?.focus(), [at])
  const { title, Step } = STEPS[at] ?? { title: m.welcome_title, Step: SpotsStep }
  const isLast = at === STEPS.length - 1
  const go = async (to: number) => {
    setBusy(true)
    const may = to < at || ((await leave.current?.()) ?? true)
    setBusy(false)
    if (!may) return
    if (to >= STEPS.length) return onEnd()
    leave.current = null
    setAt(to)
  }
  return (
    <section className={styles.root} aria-labelledby="welcome-title">
      <header className={styles.head}>
        <div>
          <p className={styles.kicker}>
            {m.welcome_title()}
            <span> · {m.welcome_step({ step: at + 1, count: STEPS.length })}</span>
          </p>
          <h2 id="welcome-title" tabIndex={-1} ref={heading}>
            {title()}
          </h2>
        </div>
        <SkipButton onEnd={onEnd} />
      </header>
      <Step
        key={at}
        onLeave={(next) => {
          leave.current = next
        }}
      />
      <footer className={styles.foot}>
        {at > 0 && (
          <Button variant="line" disabled={busy} onClick={() => void go(at - 1)}>
            {m.welcome_back()}
          </Button>
        )}
        <Button variant="primary" busy={busy && m.welcome_loading()} onClick={() => void go(at + 1)}>
          {isLast ? m.welcome_done() : m.welcome_next()}
        </Button>
      </footer>
    </section>
  )
}

/**
 * Welcomes new members above their first feed. It begins as a short invitation, followed by the steps: picture and
 * name, hometown, people, and spots.
 */
export function WelcomeCard({ onEnd }: { onEnd: () => void }) {
  const [isStarted, setStarted] = useState(false)
  return isStarted ? <Steps onEnd={onEnd} /> : <Invitation onStart={() => setStarted(true)} onEnd={onEnd} />
}
