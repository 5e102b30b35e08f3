import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Form, LinkField, toast, useForm } from '../../ui/index.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { looks } from '../../ui/looks.ts'
import { beginApp, proveFactor, useReloadFactors } from './factor-requests.ts'
import { FormButtons } from './form-buttons.tsx'
import { explainChange } from './proof.ts'
import { QrCode } from './qr-code.tsx'
import { RowNameForm } from './row-name-form.tsx'
import styles from './settings.module.css'

/** An app that is being set up. */
type Begun = { id: string; secret: string; uri: string }

type Props = { onCancel: () => void; onCodes: (codes: string[]) => void; onDone: () => void }

// In groups of four, which are easier to type.
const grouped = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

function Secret({ secret, uri }: Begun) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast({ kind: 'success', title: m.settings_factors_secret_copied() }),
      () => toast({ kind: 'error', title: m.settings_tokens_copy_failed() }),
    )
  return (
    <>
      <p>{m.settings_factors_scan()}</p>
      <QrCode text={uri} label={m.settings_factors_qr()} />
      <LinkField
        label={m.settings_factors_secret()}
        link={grouped(secret)}
        action={
          <Button variant="ink" onClick={() => void copy()}>
            {m.settings_tokens_copy()}
          </Button>
        }
      />
      <a className={looks.link} href={uri}>
        {m.settings_factors_open_app()}
      </a>
    </>
  )
}

/** Shows the secret of a new app, and turns it on by its first code. */
function ProveForm({ begun, onCancel, onCodes, onDone }: Props & { begun: Begun }) {
  const [code, setCode] = useState('')
  const reload = useReloadFactors()
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      const codes = await proveFactor(begun.id, { code })
      if (codes) onCodes(codes)
      toast({
        kind: 'success',
        title: m.settings_factors_added(),
        description: m.settings_factors_added_text(),
      })
      await reload()
      onDone()
    },
    explain: (error) => explainChange(error, m.settings_factors_failed()),
  })
  return (
    <Form className={styles.form} aria-label={m.settings_factors_app()} onSend={submit} refused={refused}>
      <Secret {...begun} />
      <CodeField
        label={m.accounts_factor_code()}
        hint={m.settings_factors_code_hint()}
        error={errors.code}
        value={code}
        onEnter={(entered) => {
          setCode(entered)
          typed()
        }}
      />
      <FormButtons
        onCancel={onCancel}
        submit={m.settings_factors_turn_on()}
        sending={m.settings_saving()}
        isSending={busy}
      />
    </Form>
  )
}

/** Adds an authenticator app: its name, then its secret and first code. Requires a fresh proof. */
export function AuthenticatorForm(props: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  if (begun) return <ProveForm {...props} begun={begun} />
  const send = async (name: string) => {
    const { id, secret, uri } = await beginApp(name)
    setBegun({ id, secret: secret ?? '', uri: uri ?? '' })
  }
  return (
    <RowNameForm
      {...{ send, title: m.settings_factors_app(), first: m.settings_factors_name_first() }}
      hint={m.settings_factors_name_hint()}
      submit={m.settings_factors_begin()}
      explain={(error) => explainChange(error, m.settings_factors_failed())}
      onCancel={props.onCancel}
    />
  )
}
