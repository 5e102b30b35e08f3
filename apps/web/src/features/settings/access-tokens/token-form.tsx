import type { Api, Scope, TokenDays } from '@nollie/contract'
import { TOKEN_DAYS } from '@nollie/contract/accounts/access-token-scopes'
import { useId, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { Chip, Field, Form, useForm } from '../../../ui/index.ts'
import { looks } from '../../../ui/looks.ts'
import { FormButtons } from '../form-buttons.tsx'
import { explainChange, withProof } from '../proofs/proof.ts'
import { actionText, daysText, nounText, SCOPES_BY_NOUN } from './token-text.ts'
import settings from '../settings.module.css'
import styles from './tokens.module.css'

/** A new token, including its secret. */
export type MadeToken = Api['POST /api/account/tokens']['answer']

type Draft = { name: string; scopes: Scope[]; days: TokenDays }

type ScopesProps = { chosen: readonly Scope[]; error: string | undefined; onChange: (next: Scope[]) => void }

function ScopesChoice({ chosen, error, onChange }: ScopesProps) {
  const id = useId()
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  return (
    <fieldset className={styles.scopes} aria-describedby={error && id}>
      <legend className={looks.fieldLabel}>{m.settings_tokens_scopes()}</legend>
      {SCOPES_BY_NOUN.map(([noun, scopes]) => (
        <div key={noun} className={styles.noun}>
          <span>{nounText(noun)}</span>
          {scopes.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                name="scopes"
                checked={chosen.includes(scope)}
                aria-label={`${nounText(noun)}: ${actionText(scope)}`}
                onChange={() => toggle(scope)}
              />
              {actionText(scope)}
            </label>
          ))}
        </div>
      ))}
      {error && (
        <p className={looks.fieldError} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function DaysChoice({ value, onChange }: { value: TokenDays; onChange: (next: TokenDays) => void }) {
  return (
    <fieldset className={styles.days}>
      <legend className={looks.fieldLabel}>{m.settings_tokens_expiry()}</legend>
      <div>
        {TOKEN_DAYS.map((days) => (
          <Chip key={days} pressed={days === value} onClick={() => onChange(days)}>
            {daysText(days)}
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}

type Props = { onCancel: () => void; onMade: (token: MadeToken) => void }

/** Creates an access token with a name, scopes, and a lifetime. Requires re-authentication. */
export function TokenForm({ onCancel, onMade }: Props) {
  const [draft, setDraft] = useState<Draft>({ name: '', scopes: [], days: 30 })
  const { name, scopes, days } = draft
  const { errors, refused, busy, submit, typed } = useForm({
    check: () => (scopes.length === 0 ? { scopes: m.settings_tokens_scopes_missing() } : null),
    send: async () =>
      onMade(
        await withProof(() =>
          call('POST /api/account/tokens', { body: { name, scopes, expires_in_days: days } }),
        ),
      ),
    explain: (error) => explainChange(error, m.settings_tokens_failed()),
  })
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next })
    typed()
  }
  return (
    <Form
      className={settings.form}
      aria-label={m.settings_tokens_new()}
      onSend={submit}
      refused={refused}
      startsInField
    >
      <Field
        label={m.settings_tokens_name()}
        hint={m.settings_tokens_name_hint()}
        name="name"
        autoComplete="off"
        required
        error={errors.name}
        value={name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <ScopesChoice chosen={scopes} error={errors.scopes} onChange={(next) => change({ scopes: next })} />
      <DaysChoice value={days} onChange={(next) => change({ days: next })} />
      <FormButtons
        onCancel={onCancel}
        submit={m.settings_tokens_create()}
        sending={m.settings_saving()}
        isSending={busy}
      />
    </Form>
  )
}
