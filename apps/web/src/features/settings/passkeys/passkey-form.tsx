import type { Passkey } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { toast } from '../../../ui/index.ts'
import type { ToastText } from '../../../ui/toast.ts'
import { addPasskey, dropPasskeyOffer, isCancelled, isThere } from '../../accounts/index.ts'
import { explainChange, withProof } from '../proofs/proof.ts'
import { RowNameForm } from '../row-name-form.tsx'
import { passkeysQuery } from '../settings-requests.ts'

function explainNew(error: unknown): ToastText | null {
  if (isCancelled(error)) return null
  const title = m.settings_passkeys_failed()
  return isThere(error) ? { title, description: m.settings_passkeys_exists() } : explainChange(error, title)
}

/** Creates a passkey on this device. Requires re-authentication. */
export function NewPasskeyForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const send = async (name: string) => {
    const passkey = await withProof(() => addPasskey(name))
    patchQuery(client, passkeysQuery.queryKey, (all) => [passkey, ...all])
    dropPasskeyOffer()
    toast({
      kind: 'success',
      title: m.settings_passkeys_added(),
      description: m.settings_passkeys_added_text({ name: passkey.name }),
    })
    onDone()
  }
  return (
    <RowNameForm
      hint={m.settings_passkeys_name_hint()}
      {...{ send, title: m.settings_passkeys_new(), first: m.settings_passkeys_name_first() }}
      submit={m.settings_passkeys_create()}
      explain={explainNew}
      onCancel={onDone}
    />
  )
}

/** Renames a passkey. */
export function RenamePasskeyForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const client = useQueryClient()
  const send = async (name: string) => {
    const named = await call('PATCH /api/account/passkeys/:passkey_id', {
      params: { passkey_id: passkey.id },
      body: { name },
    })
    patchQuery(client, passkeysQuery.queryKey, (all) => all.map((one) => (one.id === named.id ? named : one)))
    onDone()
  }
  return (
    <RowNameForm
      hint={m.settings_passkeys_name_hint()}
      {...{ send, title: m.settings_passkeys_rename_label({ name: passkey.name }), first: passkey.name }}
      submit={m.settings_passkeys_save()}
      explain={(error) => explainChange(error, m.settings_passkeys_rename_failed())}
      onCancel={onDone}
    />
  )
}
