import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/use-session.ts'
import { getPerson } from '../../../lib/session.ts'
import { Button, Field, Form, useForm } from '../../../ui/index.ts'
import { CodeField } from '../../../ui/forms/code-field.tsx'
import { DialogBusy, useBusyPart, useDialogBusy } from '../../../ui/overlays/dialog-busy.ts'
import { looks } from '../../../ui/looks.ts'
import { Note } from '../../../ui/notices/note.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { askForPasskey, canUsePasskeys, isCancelled } from '../../accounts/index.ts'
import { errorText } from '../settings-errors.ts'
import { sendOwnCode } from '../two-factor/factor-requests.ts'
import { factorsQuery, identitiesQuery, passkeysQuery } from '../settings-requests.ts'
import styles from '../settings.module.css'

type Step = { onProved: () => void; onOther: () => void }

function failed(error: unknown) {
  return { title: m.settings_proof_failed(), description: errorText(error) }
}

/** Re-authenticates with the password. */
function ByPassword({ onProved, onOther }: Step) {
  const person = getPerson(useSession())
  const [password, setPassword] = useState('')
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      await call('POST /api/account/proofs', { body: { password } })
      onProved()
    },
    explain: failed,
  })
  useBusyPart(busy)
  return (
    <Form className={styles.form} onSend={submit} refused={refused} startsInField>
      <Note>{m.settings_proof_text({ minutes: ACCOUNT_LIMITS.proof_minutes })}</Note>
      {/* Lets password managers identify the account. */}
      <input type="email" autoComplete="username" value={person?.email ?? ''} readOnly hidden />
      <Field
        label={m.settings_password_current()}
        type="password"
        name="password"
        autoComplete="current-password"
        placeholder={m.accounts_password_placeholder()}
        required
        error={errors.password}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value)
          typed()
        }}
      />
      <Button type="submit" variant="ink" busy={busy && m.shell_loading()}>
        {m.settings_proof_continue()}
      </Button>
      <button type="button" className={looks.link} onClick={onOther}>
        {m.settings_proof_by_code()}
      </button>
    </Form>
  )
}

function useProofCode(onProved: () => void) {
  const [code_id, setCodeId] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const form = useForm({
    send: async () => {
      if (code_id) {
        await call('POST /api/account/proofs', { body: { code_id, code } })
        return onProved()
      }
      const asked = await call('POST /api/account/proof-codes')
      setCode('')
      return setCodeId(asked.code_id)
    },
    explain: (error) => failed(error),
  })
  return { ...form, code_id, code, setCode, again: () => setCodeId(null) }
}

/** Re-authenticates with a code that is emailed to the account's address. */
function ByCode({ onProved, onOther }: Step) {
  const person = getPerson(useSession())
  const { errors, refused, busy, submit, typed, code_id, code, setCode, again } = useProofCode(onProved)
  const email = person?.email ?? ''
  useBusyPart(busy)
  return (
    <Form key={code_id} className={styles.form} onSend={submit} refused={refused} startsInField>
      <Note role="status">
        {code_id
          ? m.settings_proof_code_sent({ email, minutes: ACCOUNT_LIMITS.code_minutes })
          : m.settings_proof_code_text({ email })}
      </Note>
      {code_id && (
        <CodeField
          label={m.accounts_code()}
          placeholder={m.accounts_code_placeholder()}
          error={errors.code}
          value={code}
          onEnter={(entered) => {
            setCode(entered)
            typed()
          }}
        />
      )}
      <Button type="submit" variant="ink" busy={busy && m.shell_loading()}>
        {code_id ? m.settings_proof_continue() : m.accounts_code_submit()}
      </Button>
      {code_id && (
        <button type="button" className={looks.link} onClick={again}>
          {m.accounts_code_resend()}
        </button>
      )}
      <button type="button" className={looks.link} onClick={onOther}>
        {m.settings_proof_by_password()}
      </button>
    </Form>
  )
}

// Sends a code by text message, for people who use text messages as a second factor.
function useMessage() {
  const { data } = useQuery(factorsQuery)
  const [code_id, setCodeId] = useState<string | null>(null)
  const { submit } = useForm({ send: async () => setCodeId(await sendOwnCode()), explain: failed })
  return { code_id, submit, isOffered: data?.items.some(({ kind }) => kind === 'sms') ?? false }
}

/** Re-authenticates with a code from an app, a text message code, or a recovery code. */
function ByFactor({ onProved, onOther }: Step) {
  const [factor_code, setCode] = useState('')
  const message = useMessage()
  const { code_id } = message
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      await call('POST /api/account/proofs', {
        body: { factor_code, ...(code_id && { factor_code_id: code_id }) },
      })
      onProved()
    },
    explain: failed,
  })
  useBusyPart(busy)
  return (
    <Form className={styles.form} onSend={submit} refused={refused} startsInField>
      <Note>{m.settings_proof_factor_text({ minutes: ACCOUNT_LIMITS.proof_minutes })}</Note>
      <Field
        label={code_id ? m.accounts_code() : m.settings_proof_factor()}
        name="factor_code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
        error={errors.factor_code}
        value={factor_code}
        onChange={({ target }) => {
          setCode(target.value)
          typed()
        }}
      />
      <Button type="submit" variant="ink" busy={busy && m.shell_loading()}>
        {m.settings_proof_continue()}
      </Button>
      {message.isOffered && (
        <button type="button" className={looks.link} onClick={() => void message.submit()}>
          {code_id ? m.accounts_factor_sms_resend() : m.accounts_factor_sms_send()}
        </button>
      )}
      <button type="button" className={looks.link} onClick={onOther}>
        {m.settings_proof_by_password()}
      </button>
    </Form>
  )
}

/** Re-authenticates with a passkey. Renders nothing if there are no passkeys or the browser doesn't support them. */
function ByPasskey({ onProved }: { onProved: () => void }) {
  const { data = [] } = useQuery({ ...passkeysQuery, enabled: canUsePasskeys() })
  const { busy, submit } = useForm({
    send: async () => {
      await call('POST /api/account/proofs', { body: { passkey: await askForPasskey() } })
      onProved()
    },
    explain: (error) => (isCancelled(error) ? null : failed(error)),
  })
  useBusyPart(busy)
  if (data.length === 0) return null
  return (
    <Button variant="line" wide busy={busy && m.shell_loading()} onClick={submit}>
      {m.settings_proof_by_passkey()}
    </Button>
  )
}

type By = 'factor' | 'password' | 'code'

// Returns the method to offer first: a second factor, or else the password, or else an emailed code.
function useDefaultMethod(): By {
  const { data: factors } = useQuery(factorsQuery)
  const { data: ways } = useQuery(identitiesQuery)
  if (factors?.items.some(({ kind }) => kind !== 'passkey')) return 'factor'
  return ways?.has_password === false ? 'code' : 'password'
}

/** The only re-authentication dialog, used by every change that requires it. */
export default function ProofDialog({ onClosed }: { onClosed: (isProved: boolean) => void }) {
  const [isOpen, setOpen] = useState(true)
  const { isBusy, countBusy } = useDialogBusy()
  const [isProved, setProved] = useState(false)
  const [chosen, setChosen] = useState<By | null>(null)
  const first = useDefaultMethod()
  const by = chosen ?? first
  const onProved = () => {
    setProved(true)
    setOpen(false)
  }
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(next) => setOpen(next || isBusy)}
      onClosed={() => onClosed(isProved)}
      title={m.settings_proof_title()}
    >
      <DialogBusy value={countBusy}>
        {by === 'factor' && <ByFactor onProved={onProved} onOther={() => setChosen('password')} />}
        {by === 'password' && <ByPassword onProved={onProved} onOther={() => setChosen('code')} />}
        {by === 'code' && <ByCode onProved={onProved} onOther={() => setChosen('password')} />}
        {by !== 'factor' && first === 'factor' && (
          <button type="button" className={looks.link} onClick={() => setChosen('factor')}>
            {m.settings_proof_by_factor()}
          </button>
        )}
        <ByPasskey onProved={onProved} />
      </DialogBusy>
    </Sheet>
  )
}
