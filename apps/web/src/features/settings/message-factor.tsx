import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Form, toast, useForm } from '../../ui/index.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { beginMessages, proveFactor, useReloadFactors } from './factor-requests.ts'
import { FormButtons } from './form-buttons.tsx'
import { explainChange } from './proof.ts'
import styles from './settings.module.css'

/** A factor whose first message is on its way. */
type Begun = { id: string; code_id: string }
type Props = { onCodes: (codes: string[]) => void }

function ProveForm({ begun, onCodes, onDone }: Props & { begun: Begun; onDone: () => void }) {
  const [code, setCode] = useState('')
  const reload = useReloadFactors()
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      const codes = await proveFactor(begun.id, { code, code_id: begun.code_id })
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
    <Form
      className={styles.form}
      aria-label={m.settings_factors_sms()}
      onSend={submit}
      refused={refused}
      startsInField
    >
      <CodeField
        label={m.accounts_code()}
        hint={m.accounts_factor_sms_hint()}
        error={errors.code}
        value={code}
        onEnter={(entered) => {
          setCode(entered)
          typed()
        }}
      />
      <FormButtons
        onCancel={onDone}
        submit={m.settings_factors_turn_on()}
        sending={m.settings_saving()}
        isSending={busy}
      />
    </Form>
  )
}

/** Makes codes to the person's number a second step. Requires a fresh proof. */
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
  if (begun) return <ProveForm key={begun.code_id} {...{ begun, onCodes }} onDone={() => setBegun(null)} />
  return (
    <Button busy={begin.isPending && m.shell_loading()} onClick={() => begin.mutate()}>
      {m.settings_factors_sms()}
    </Button>
  )
}
