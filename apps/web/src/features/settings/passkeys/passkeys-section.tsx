import type { Passkey } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { Button, Note, toast } from '../../../ui/index.ts'
import { canUsePasskeys } from '../../accounts/index.ts'
import { showError } from '../settings-errors.ts'
import { NewPasskeyForm, RenamePasskeyForm } from './passkey-form.tsx'
import { explainChange, withProof } from '../proofs/proof.ts'
import { RowButtons } from '../row-buttons.tsx'
import { CardState, Row, Section } from '../section.tsx'
import { usedText } from '../sessions/session-text.ts'
import { passkeysQuery } from '../settings-requests.ts'
import { RemovalQuestion } from '../removal-question.tsx'
import { useFormInPlace } from '../use-form-in-place.ts'
import styles from '../settings.module.css'

function isGone(error: unknown) {
  return error instanceof ApiError && error.code === 'NOT_FOUND'
}

function useRemove({ id, name }: Passkey, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      withProof(() => call('DELETE /api/account/passkeys/:passkey_id', { params: { passkey_id: id } })).catch(
        (error: unknown) => {
          if (!isGone(error)) throw error
        },
      ),
    onSuccess: () => {
      patchQuery(client, passkeysQuery.queryKey, (all) => all.filter((one) => one.id !== id))
      toast({
        kind: 'success',
        title: m.settings_passkeys_removed(),
        description: m.settings_passkeys_removed_text({ name }),
      })
    },
    onError: (error) => {
      const text = explainChange(error, m.settings_passkeys_remove_failed())
      if (text) showError(error, text.title)
    },
    onSettled: onDone,
  })
}

function facts({ created_at, last_used_at }: Passkey): string[] {
  return [
    m.settings_passkeys_since({ date: dayText(created_at) }),
    last_used_at ? usedText(last_used_at) : m.settings_tokens_unused(),
  ]
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [asking, setAsking] = useState(false)
  const { isOpen, buttonId, open, close } = useFormInPlace()
  const remove = useRemove(passkey, () => setAsking(false))
  const { name, copied_at } = passkey
  if (isOpen)
    return (
      <li>
        <RenamePasskeyForm passkey={passkey} onDone={close} />
      </li>
    )
  return (
    <li>
      <Row
        icon={<KeyRound className={styles.icon} aria-hidden="true" />}
        title={<bdi>{name}</bdi>}
        action={
          <RowButtons name={name} buttonId={buttonId} onRename={open} onRemove={() => setAsking(true)} />
        }
      >
        {facts(passkey).map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}
          </span>
        ))}
      </Row>
      {copied_at && <Note role="alert">{m.settings_passkeys_cloned({ date: dayText(copied_at) })}</Note>}
      <RemovalQuestion
        isAsking={asking}
        setAsking={setAsking}
        title={m.settings_passkeys_remove_title({ name })}
        confirm={m.settings_passkeys_remove()}
        removal={remove}
      >
        {m.settings_passkeys_remove_text()}
      </RemovalQuestion>
    </li>
  )
}

/** The person's passkeys, with buttons to add, rename, and remove them. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery)
  const { isOpen, buttonId, open, close } = useFormInPlace()
  const passkeys = query.data ?? []
  return (
    <Section id="passkeys" title={m.settings_passkeys()}>
      <p className={styles.text}>{m.settings_passkeys_text()}</p>
      <CardState query={query} failed={m.settings_passkeys_load_failed()}>
        {passkeys.length > 0 && (
          <ul aria-label={m.settings_passkeys()}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
        {isOpen && <NewPasskeyForm onDone={close} />}
        {!isOpen && canUsePasskeys() && (
          <div className={styles.foot}>
            <Button id={buttonId} onClick={open}>
              {m.settings_passkeys_new()}
            </Button>
          </div>
        )}
        {!canUsePasskeys() && <p className={styles.text}>{m.settings_passkeys_unsupported()}</p>}
      </CardState>
    </Section>
  )
}
