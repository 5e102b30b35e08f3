import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, useForm } from '../../../ui/forms/form.tsx'
import { looks } from '../../../ui/looks.ts'
import { DialogBusy, useBusyPart, useDialogBusy } from '../../../ui/overlays/dialog-busy.ts'
import { Note } from '../../../ui/notices/note.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { explainFailure } from '../account-requests.ts'
import { stripSeparators } from '../sign-in/code-requests.ts'
import { askForPasskey, canUsePasskeys, isCancelled } from '../passkeys/passkeys.ts'
import type { SignInAnswer, WaitingSignIn } from './second-step.ts'
import styles from './second-step.module.css'

const DIGITS = /^\d{6}$/

type Outcome = SignInAnswer | ApiError
type Step = { challenge: string; onOutcome: (outcome: Outcome) => void }
type View = 'app' | 'sms' | 'recovery' | 'lost'

function explainStep(error: unknown, onOutcome: Step['onOutcome']) {
  if (!(error instanceof ApiError && error.code === 'CODE_OVER'))
    return explainFailure(error, m.accounts_sign_in_failed())
  onOutcome(error)
  return null
}

type CodeStep = Step & {
  by: 'app' | 'sms' | 'recovery'
  /** The ID of a code sent by text message. */
  code_id?: string
}

function useFactorCode({ challenge, onOutcome, by, code_id }: CodeStep) {
  const [entered, setEntered] = useState('')
  const [trust_device, setTrust] = useState(false)
  const code = by === 'recovery' ? entered : stripSeparators(entered)
  const form = useForm({
    send: async () =>
      onOutcome(
        await call('POST /api/auth/factor-sign-ins', {
          body: { challenge, code, trust_device, ...(code_id && { code_id }) },
        }),
      ),
    explain: (error) => explainStep(error, onOutcome),
  })
  // Submits the code once it has six digits, whether typed, pasted, or autofilled.
  const complete = useEffectEvent(() => void form.submit())
  useEffect(() => {
    if (DIGITS.test(code)) complete()
  }, [code])
  return { ...form, entered, setEntered, trust_device, setTrust }
}

const FIELDS = {
  app: { label: m.accounts_factor_code, hint: m.accounts_factor_code_hint, inputMode: 'numeric' },
  sms: { label: m.accounts_code, hint: m.accounts_factor_sms_hint, inputMode: 'numeric' },
  recovery: { label: m.accounts_factor_recovery, hint: m.accounts_factor_recovery_hint, inputMode: 'text' },
} as const

/** Asks for a code from the authenticator app or a text message, or for a recovery code. */
function ByFactorCode(props: CodeStep) {
  const { errors, refused, busy, submit, typed, entered, setEntered, trust_device, setTrust } =
    useFactorCode(props)
  const { label, hint, inputMode } = FIELDS[props.by]
  useBusyPart(busy)
  return (
    <Form className={styles.form} onSend={submit} refused={refused} startsInField>
      <Field
        label={label()}
        hint={hint()}
        name="code"
        inputMode={inputMode}
        autoComplete={props.by === 'recovery' ? 'off' : 'one-time-code'}
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

/** Sends a text message, then asks for its code. */
function ByMessage({ challenge, onOutcome }: Step) {
  const [code_id, setCodeId] = useState<string | null>(null)
  const { busy, submit } = useForm({
    send: async () => setCodeId((await call('POST /api/auth/factor-codes', { body: { challenge } })).code_id),
    explain: (error) => explainStep(error, onOutcome),
  })
  useBusyPart(busy)
  return (
    <>
      {code_id && <ByFactorCode key={code_id} {...{ challenge, onOutcome, code_id }} by="sms" />}
      <Button variant={code_id ? 'line' : 'primary'} wide busy={busy && m.shell_loading()} onClick={submit}>
        {code_id ? m.accounts_factor_sms_resend() : m.accounts_factor_sms_send()}
      </Button>
    </>
  )
}

/** Signs in with a passkey, which needs no second factor; renders nothing if the browser doesn't support passkeys. */
function ByPasskey({ onOutcome }: Pick<Step, 'onOutcome'>) {
  const { busy, submit } = useForm({
    send: async () =>
      onOutcome(await call('POST /api/auth/passkey-sign-ins', { body: await askForPasskey() })),
    explain: (error) => (isCancelled(error) ? null : explainFailure(error, m.accounts_sign_in_failed())),
  })
  useBusyPart(busy)
  if (!canUsePasskeys()) return null
  return (
    <Button variant="line" wide busy={busy && m.shell_loading()} onClick={submit}>
      {m.accounts_factor_use_passkey()}
    </Button>
  )
}

/** Explains account recovery for people who lost all their second factors, and starts it. */
function Lost({ challenge, onOutcome }: Step) {
  const [due_at, setDueAt] = useState<string | null>(null)
  const { busy, submit } = useForm({
    send: async () =>
      setDueAt((await call('POST /api/auth/factor-recoveries', { body: { challenge } })).due_at),
    explain: (error) => explainStep(error, onOutcome),
  })
  useBusyPart(busy)
  if (due_at) return <Note role="status">{m.accounts_factor_lost_requested({ date: dayText(due_at) })}</Note>
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
  app: m.accounts_factor_use_app,
  sms: m.accounts_factor_use_sms,
  recovery: m.accounts_factor_use_recovery,
  lost: m.accounts_factor_lost_link,
}
const KINDS: Readonly<Record<string, View>> = { totp: 'app', sms: 'sms' }

// Lists the person's second factors, most secure first.
function listViews(factors: readonly string[]): View[] {
  return [
    ...['totp', 'sms'].filter((kind) => factors.includes(kind)).flatMap((kind) => KINDS[kind] ?? []),
    'recovery',
    'lost',
  ]
}

/** The second step of a sign-in: an app code, a recovery code, a passkey, or recovery if all of them are lost. */
export default function SecondStepDialog({ challenge, factors, settle }: WaitingSignIn) {
  const views = listViews(factors)
  const [view, setView] = useState<View>(views[0] ?? 'recovery')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isOpen, setOpen] = useState(true)
  const { isBusy, countBusy } = useDialogBusy()
  const onOutcome = (next: Outcome) => {
    setOutcome(next)
    setOpen(false)
  }
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(next) => setOpen(next || isBusy)}
      onClosed={() => settle(outcome)}
      title={m.accounts_factor_title()}
    >
      <DialogBusy value={countBusy}>
        <div className={styles.form}>
          {view === 'lost' && <Lost {...{ challenge, onOutcome }} />}
          {view === 'sms' && <ByMessage {...{ challenge, onOutcome }} />}
          {(view === 'app' || view === 'recovery') && (
            <ByFactorCode key={view} {...{ challenge, onOutcome }} by={view} />
          )}
          <ByPasskey onOutcome={onOutcome} />
          {views
            .filter((one) => one !== view)
            .map((one) => (
              <button key={one} type="button" className={looks.link} onClick={() => setView(one)}>
                {LINKS[one]()}
              </button>
            ))}
        </div>
      </DialogBusy>
    </Sheet>
  )
}
