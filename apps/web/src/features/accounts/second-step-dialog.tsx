import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { dayText } from '../../lib/language.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { looks } from '../../ui/looks.ts'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { explainFailure } from './accounts.ts'
import { digitsOf } from './codes.ts'
import { askForPasskey, canUsePasskeys, isCancelled } from './passkeys.ts'
import type { SignInAnswer, WaitingSignIn } from './second-step.ts'
import styles from './second-step.module.css'

const DIGITS = /^\d{6}$/

type Outcome = SignInAnswer | ApiError
type Step = { challenge: string; onOutcome: (outcome: Outcome) => void }
type View = 'app' | 'recovery' | 'lost'

const explainStep = (error: unknown, onOutcome: Step['onOutcome']) => {
  if (!(error instanceof ApiError && error.code === 'CODE_OVER'))
    return explainFailure(error, m.accounts_sign_in_failed())
  onOutcome(error)
  return null
}

function useFactorCode({ challenge, onOutcome, by }: Step & { by: 'app' | 'recovery' }) {
  const [entered, setEntered] = useState('')
  const [trust_device, setTrust] = useState(false)
  const code = by === 'app' ? digitsOf(entered) : entered
  const form = useForm({
    send: async () =>
      onOutcome(await call('POST /api/auth/factor-sign-ins', { body: { challenge, code, trust_device } })),
    explain: (error) => explainStep(error, onOutcome),
  })
  // Typed, pasted or filled in by the phone: six digits are sent at once.
  const complete = useEffectEvent(() => void form.submit())
  useEffect(() => {
    if (DIGITS.test(code)) complete()
  }, [code])
  return { ...form, entered, setEntered, trust_device, setTrust }
}

const FIELDS = {
  app: { label: m.accounts_factor_code, hint: m.accounts_factor_code_hint, inputMode: 'numeric' },
  recovery: { label: m.accounts_factor_recovery, hint: m.accounts_factor_recovery_hint, inputMode: 'text' },
} as const

/** Asks for a code of the app, or for a recovery code. */
function ByFactorCode(props: Step & { by: 'app' | 'recovery' }) {
  const { errors, refused, busy, submit, typed, entered, setEntered, trust_device, setTrust } =
    useFactorCode(props)
  const { label, hint, inputMode } = FIELDS[props.by]
  return (
    <Form className={styles.form} onSend={submit} refused={refused} startsInField>
      <Field
        label={label()}
        hint={hint()}
        name="code"
        inputMode={inputMode}
        autoComplete={props.by === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.code}
        value={entered}
        onChange={({ target }) => {
          setEntered(target.value)
          typed('code')
        }}
      />
      <label className={styles.trust}>
        <input type="checkbox" checked={trust_device} onChange={({ target }) => setTrust(target.checked)} />
        {m.accounts_factor_trust({ days: ACCOUNT_LIMITS.trust_days })}
      </label>
      <Button type="submit" variant="primary" size="lg" wide busy={busy && m.shell_loading()}>
        {m.accounts_factor_submit()}
      </Button>
    </Form>
  )
}

/** Signs in with a passkey, which needs no second step; nothing where the browser knows none. */
function ByPasskey({ onOutcome }: Pick<Step, 'onOutcome'>) {
  const { busy, submit } = useForm({
    send: async () =>
      onOutcome(await call('POST /api/auth/passkey-sign-ins', { body: await askForPasskey() })),
    explain: (error) => (isCancelled(error) ? null : explainFailure(error, m.accounts_sign_in_failed())),
  })
  if (!canUsePasskeys()) return null
  return (
    <Button variant="line" wide busy={busy && m.shell_loading()} onClick={submit}>
      {m.accounts_factor_by_passkey()}
    </Button>
  )
}

/** Explains what happens when everything is lost, and asks for it. */
function Lost({ challenge, onOutcome }: Step) {
  const [due_at, setDueAt] = useState<string | null>(null)
  const { busy, submit } = useForm({
    send: async () =>
      setDueAt((await call('POST /api/auth/factor-recoveries', { body: { challenge } })).due_at),
    explain: (error) => explainStep(error, onOutcome),
  })
  if (due_at) return <Note role="status">{m.accounts_factor_lost_asked({ date: dayText(due_at) })}</Note>
  return (
    <div className={styles.form}>
      <Note>{m.accounts_factor_lost_text({ hours: ACCOUNT_LIMITS.factor_recovery_hours })}</Note>
      <Button variant="ink" wide busy={busy && m.shell_loading()} onClick={submit}>
        {m.accounts_factor_lost_submit()}
      </Button>
    </div>
  )
}

const LINKS: Readonly<Record<View, () => string>> = {
  app: m.accounts_factor_to_app,
  recovery: m.accounts_factor_to_recovery,
  lost: m.accounts_factor_to_lost,
}
const VIEWS: readonly View[] = ['app', 'recovery', 'lost']

/** The second step of a sign-in: the code of an app, a recovery code or a passkey; or the way in when all are lost. */
export default function SecondStepDialog({ challenge, settle }: WaitingSignIn) {
  const [view, setView] = useState<View>('app')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isOpen, setOpen] = useState(true)
  const onOutcome = (next: Outcome) => {
    setOutcome(next)
    setOpen(false)
  }
  return (
    <Sheet
      open={isOpen}
      onOpenChange={setOpen}
      onClosed={() => settle(outcome)}
      title={m.accounts_factor_title()}
    >
      <div className={styles.form}>
        {view === 'lost' ? (
          <Lost {...{ challenge, onOutcome }} />
        ) : (
          <ByFactorCode key={view} {...{ challenge, onOutcome }} by={view} />
        )}
        <ByPasskey onOutcome={onOutcome} />
        {VIEWS.filter((one) => one !== view).map((one) => (
          <button key={one} type="button" className={looks.link} onClick={() => setView(one)}>
            {LINKS[one]()}
          </button>
        ))}
      </div>
    </Sheet>
  )
}
