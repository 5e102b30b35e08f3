import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button, LinkField, toast } from '../../../ui/index.ts'
import { looks } from '../../../ui/looks.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { beginApp } from './factor-requests.ts'
import { explainChange } from '../proofs/proof.ts'
import { QrCode } from './qr-code.tsx'
import { RowNameForm } from '../row-name-form.tsx'

/** An authenticator app that is being set up. */
type Begun = { id: string; secret: string; uri: string }

type Props = { onCancel: () => void; onCodes: (codes: string[]) => void; onDone: () => void }

// Groups of four characters are easier to type.
function grouped(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}

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

/** Adds an authenticator app: first its name, then the secret and a code. Requires re-authentication. */
export function AuthenticatorForm(props: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  if (begun)
    return (
      <FactorCodeForm
        {...props}
        begun={{ id: begun.id }}
        name={m.settings_factors_app()}
        label={m.accounts_factor_code()}
        hint={m.settings_factors_code_hint()}
      >
        <Secret {...begun} />
      </FactorCodeForm>
    )
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
