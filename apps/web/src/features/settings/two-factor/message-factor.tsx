import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Button, toast } from '../../../ui/index.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { beginMessages } from './factor-requests.ts'
import { explainChange } from '../proofs/proof.ts'

/** A factor whose first code has been sent. */
type Begun = { id: string; code_id: string }
type Props = { onCodes: (codes: string[]) => void }

/** Makes text message codes a second factor. Requires re-authentication. */
export default function MessageFactor({ onCodes }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = useMutation({
    mutationFn: () => beginMessages(m.settings_factors_sms_name()),
    onSuccess: setBegun,
    onError: (error) => {
      const text = explainChange(error, m.settings_factors_failed())
      if (text) toast({ kind: 'error', ...text })
    },
  })
  const end = () => setBegun(null)
  if (begun)
    return (
      <FactorCodeForm
        key={begun.code_id}
        {...{ begun, onCodes }}
        name={m.settings_factors_sms()}
        label={m.accounts_code()}
        hint={m.accounts_factor_sms_hint()}
        startsInField
        onCancel={end}
        onDone={end}
      />
    )
  return (
    <Button busy={begin.isPending && m.shell_loading()} onClick={() => begin.mutate()}>
      {m.settings_factors_sms()}
    </Button>
  )
}
