import { type ReactNode, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { CodeField } from '../../../ui/forms/code-field.tsx'
import { Form, toast, useForm } from '../../../ui/index.ts'
import { proveFactor, useReloadFactors } from './factor-requests.ts'
import { FormButtons } from '../form-buttons.tsx'
import { explainChange } from '../proofs/proof.ts'
import styles from '../settings.module.css'

type Props = {
  /** The factor to activate. For text messages, `code_id` is the id of the code that was sent. */
  begun: { id: string; code_id?: string }
  name: string
  label: string
  hint: string
  startsInField?: boolean
  onCodes: (codes: string[]) => void
  onCancel: () => void
  onDone: () => void
  children?: ReactNode
}

/** Activates a factor with its first code. The account's first factor also comes with recovery codes. */
export function FactorCodeForm(props: Props) {
  const { begun, onCodes, onDone } = props
  const [code, setCode] = useState('')
  const reload = useReloadFactors()
  const { errors, refused, busy, submit, typed } = useForm({
    send: async () => {
      const { id, ...sent } = begun
      const codes = await proveFactor(id, { code, ...sent })
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
      aria-label={props.name}
      onSend={submit}
      refused={refused}
      startsInField={props.startsInField ?? false}
    >
      {props.children}
      <CodeField
        label={props.label}
        hint={props.hint}
        error={errors.code}
        value={code}
        onEnter={(entered) => {
          setCode(entered)
          typed()
        }}
      />
      <FormButtons
        onCancel={props.onCancel}
        submit={m.settings_factors_turn_on()}
        sending={m.settings_saving()}
        isSending={busy}
      />
    </Form>
  )
}
