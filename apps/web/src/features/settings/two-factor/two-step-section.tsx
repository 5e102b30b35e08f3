import type { Api, Factor } from '@nollie/contract'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, MessageSquare, ShieldCheck, Smartphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { useSession } from '../../../lib/use-session.ts'
import { Button, Note, Spinner, toast } from '../../../ui/index.ts'
import { canUsePasskeys, phoneServiceQuery } from '../../accounts/index.ts'
import { showError } from '../settings-errors.ts'
import { addPasskeyFactor, removeFactor, useReloadFactors } from './factor-requests.ts'
import { explainChange, withProof } from '../proofs/proof.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RowButtons } from '../row-buttons.tsx'
import { RowNameForm } from '../row-name-form.tsx'
import { CardState, Row, Section } from '../section.tsx'
import { factorsQuery, passkeysQuery, phoneQuery } from '../settings-requests.ts'
import { TrustedDevices } from './trusted-devices.tsx'
import { RemovalQuestion } from '../removal-question.tsx'
import { useFormInPlace } from '../use-form-in-place.ts'
import styles from '../settings.module.css'
import { lazyPart } from '../../../ui/lazy-part.tsx'

// Loaded on demand along with the QR code, because few people add an app.
const AuthenticatorForm = lazyPart(async () => ({
  default: (await import('./authenticator-form.tsx')).AuthenticatorForm,
}))

const MessageFactor = lazyPart(() => import('./message-factor.tsx'))

const ICONS = { totp: Smartphone, passkey: KeyRound, sms: MessageSquare }
type Answer = Api['GET /api/account/factors']['answer']

/** Returns a sentence about how secure the account is. */
function safetyText({ items, recovery_codes_left }: Answer): string {
  if (items.length === 0) return m.settings_factors_off_text()
  if (recovery_codes_left > 2) return m.settings_factors_on_text({ count: recovery_codes_left })
  return m.settings_factors_few_text({ count: recovery_codes_left })
}

function useRemoveFactor({ id, name }: Factor, onDone: () => void) {
  const reload = useReloadFactors()
  return useMutation({
    mutationFn: () => withProof(() => removeFactor(id)),
    onSuccess: () => {
      toast({ kind: 'success', title: m.settings_factors_removed({ name }) })
      return reload()
    },
    onError: (error) => {
      const text = explainChange(error, m.settings_factors_remove_failed())
      if (text) toast({ kind: 'error', ...text })
    },
    onSettled: onDone,
  })
}

function FactorRow({ factor }: { factor: Factor }) {
  const { id, kind, name, created_at, last_used_at } = factor
  const [asking, setAsking] = useState(false)
  const { isOpen, buttonId, open, close } = useFormInPlace()
  const remove = useRemoveFactor(factor, () => setAsking(false))
  const reload = useReloadFactors()
  const Icon = ICONS[kind]
  if (isOpen)
    return (
      <li>
        <RowNameForm
          {...{ title: m.settings_passkeys_rename_label({ name }), first: name, onCancel: close }}
          hint={m.settings_factors_name_hint()}
          submit={m.settings_passkeys_save()}
          explain={(error) => explainChange(error, m.settings_passkeys_rename_failed())}
          send={async (next) => {
            const params = { factor_id: id }
            await call('PATCH /api/account/factors/:factor_id', { params, body: { name: next } })
            await reload()
            close()
          }}
        />
      </li>
    )
  return (
    <li>
      <Row
        icon={<Icon className={styles.icon} aria-hidden="true" />}
        title={<bdi>{name}</bdi>}
        action={
          <RowButtons name={name} buttonId={buttonId} onRename={open} onRemove={() => setAsking(true)} />
        }
      >
        <span className={styles.fact}>{m.settings_passkeys_since({ date: dayText(created_at) })}</span>
        {last_used_at && (
          <span className={styles.fact}>{m.settings_factors_used({ date: dayText(last_used_at) })}</span>
        )}
      </Row>
      <RemovalQuestion
        isAsking={asking}
        setAsking={setAsking}
        title={m.settings_passkeys_remove_title({ name })}
        confirm={m.settings_passkeys_remove()}
        removal={remove}
      >
        {m.settings_factors_remove_text()}
      </RemovalQuestion>
    </li>
  )
}

function RecoveryWaits({ due_at }: { due_at: string }) {
  const reload = useReloadFactors()
  const stop = useMutation({
    mutationFn: () => call('DELETE /api/account/factor-recovery'),
    onSuccess: () => {
      toast({ kind: 'success', title: m.accounts_deny_recovery_ok_title() })
      return reload()
    },
    onError: (error) => showError(error, m.accounts_deny_recovery_failed()),
  })
  return (
    <Note role="alert" className={styles.note}>
      <p>{m.settings_factors_recovery({ date: dayText(due_at) })}</p>
      <Button
        variant="ink"
        size="sm"
        busy={stop.isPending && m.shell_loading()}
        onClick={() => stop.mutate()}
      >
        {m.accounts_deny_recovery_submit()}
      </Button>
    </Note>
  )
}

/** A button that makes the person's passkeys a second factor. Renders nothing if that isn't possible. */
function PasskeysAsFactor({ factors, onCodes }: { factors: Answer; onCodes: (codes: string[]) => void }) {
  const { data: passkeys = [] } = useQuery(passkeysQuery)
  const reload = useReloadFactors()
  const add = useMutation({
    mutationFn: () => addPasskeyFactor(m.settings_factors_passkeys_name()),
    onSuccess: (codes) => {
      if (codes) onCodes(codes)
      return reload()
    },
    onError: (error) => {
      const text = explainChange(error, m.settings_factors_failed())
      if (text) toast({ kind: 'error', ...text })
    },
  })
  const isOne = factors.items.some(({ kind }) => kind === 'passkey')
  if (isOne || passkeys.length === 0 || !canUsePasskeys()) return null
  return (
    <Button busy={add.isPending && m.shell_loading()} onClick={() => add.mutate()}>
      {m.settings_factors_passkeys()}
    </Button>
  )
}

/** A button that makes text messages a second factor. Renders nothing if that isn't possible. */
function MessagesAsFactor({ factors, onCodes }: { factors: Answer; onCodes: (codes: string[]) => void }) {
  const { data: service } = useQuery(phoneServiceQuery)
  const { data } = useQuery({ ...phoneQuery, enabled: service?.is_offered === true })
  if (!data?.phone || factors.items.some(({ kind }) => kind === 'sms')) return null
  return (
    <Suspense fallback={null}>
      <MessageFactor onCodes={onCodes} />
    </Suspense>
  )
}

function NewCodes({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const reload = useReloadFactors()
  const make = useMutation({
    mutationFn: () => withProof(() => call('POST /api/account/recovery-codes')),
    onSuccess: ({ codes }) => {
      onCodes(codes)
      return reload()
    },
    onError: (error) => {
      const text = explainChange(error, m.settings_factors_codes_failed())
      if (text) toast({ kind: 'error', ...text })
    },
  })
  return (
    <Button busy={make.isPending && m.shell_loading()} onClick={() => make.mutate()}>
      {m.settings_factors_codes_new()}
    </Button>
  )
}

function Factors({ factors }: { factors: Answer }) {
  const { isOpen, buttonId, open, close } = useFormInPlace()
  const [codes, setCodes] = useState<string[] | null>(null)
  const { items, trusted_devices, recovery_due_at } = factors
  return (
    <>
      {recovery_due_at && <RecoveryWaits due_at={recovery_due_at} />}
      {items.length > 0 && (
        <ul aria-label={m.settings_factors()}>
          {items.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </ul>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {isOpen ? (
        <Suspense fallback={<Spinner />}>
          <AuthenticatorForm onCancel={close} onCodes={setCodes} onDone={close} />
        </Suspense>
      ) : (
        <div className={styles.foot}>
          {items.length < ACCOUNT_LIMITS.factors_max && (
            <Button id={buttonId} onClick={open}>
              {m.settings_factors_app()}
            </Button>
          )}
          <PasskeysAsFactor factors={factors} onCodes={setCodes} />
          <MessagesAsFactor factors={factors} onCodes={setCodes} />
          {items.length > 0 && <NewCodes onCodes={setCodes} />}
        </div>
      )}
      <TrustedDevices devices={trusted_devices} />
    </>
  )
}

/** Second factors, recovery codes, and trusted devices, with a sentence about how secure the account is. */
export function TwoStepSection() {
  const query = useQuery(factorsQuery)
  const state = useSession()
  return (
    <Section id="two-step" title={m.settings_factors()}>
      {query.data && (
        <p className={styles.text}>
          {query.data.items.length > 0 && <ShieldCheck size={18} aria-hidden="true" />}{' '}
          {safetyText(query.data)}
        </p>
      )}
      {state.status === 'signed-in' && state.needs_factor && (
        <p className={styles.text} role="status">
          {m.settings_factors_admin()}
        </p>
      )}
      <CardState query={query} failed={m.settings_factors_load_failed()}>
        {query.data && <Factors factors={query.data} />}
      </CardState>
    </Section>
  )
}
