import type { Phone } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { dayText } from '../../../lib/format.ts'
import { Button, ConfirmDialog, toast } from '../../../ui/index.ts'
import { phoneServiceQuery } from '../../accounts/index.ts'
import { PhoneForm } from './phone-form.tsx'
import { explainChange, withProof } from '../proofs/proof.ts'
import { Row } from '../section.tsx'
import { phoneQuery } from '../settings-requests.ts'
import styles from '../settings.module.css'
import { useFormInPlace } from '../use-form-in-place.ts'

function isGone(error: unknown) {
  return error instanceof ApiError && error.code === 'NOT_FOUND'
}

function useRemove() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      withProof(() => call('DELETE /api/account/phone')).catch((error: unknown) => {
        if (!isGone(error)) throw error
      }),
    onSuccess: () => {
      client.setQueryData(phoneQuery.queryKey, { phone: null })
      toast({ kind: 'success', title: m.settings_phone_removed() })
    },
    onError: (error) => {
      const text = explainChange(error, m.settings_phone_remove_failed())
      if (text) toast({ kind: 'error', ...text })
    },
  })
}

function RemoveButton() {
  const [asking, setAsking] = useState(false)
  const remove = useRemove()
  return (
    <>
      <Button
        variant="line"
        size="sm"
        aria-label={m.settings_phone_remove_label()}
        busy={remove.isPending && m.shell_loading()}
        onClick={() => setAsking(true)}
      >
        {m.settings_phone_remove()}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.settings_phone_remove_title()}
        confirm={m.settings_phone_remove()}
        onConfirm={() => {
          // Close the confirmation before the re-authentication dialog opens.
          setAsking(false)
          remove.mutate()
        }}
      >
        {m.settings_phone_remove_text()}
      </ConfirmDialog>
    </>
  )
}

function describePhone(phone: Phone | null): string {
  if (!phone) return m.settings_phone_none()
  return Date.parse(phone.signs_in_until) > Date.now()
    ? m.settings_phone_until({ date: dayText(phone.signs_in_until) })
    : m.settings_phone_expired()
}

function NumberRow({ phone, isOffered }: { phone: Phone | null; isOffered: boolean }) {
  const { isOpen, buttonId, open, close } = useFormInPlace()
  const label = phone ? m.settings_phone_change_label() : m.settings_phone_add_label()
  if (isOpen)
    return (
      <li>
        <PhoneForm title={label} onDone={close} />
      </li>
    )
  return (
    <li>
      <Row
        icon={<Smartphone className={styles.icon} aria-hidden="true" />}
        title={m.settings_phone()}
        action={
          <div className={styles.actions}>
            {isOffered && (
              <Button id={buttonId} variant="line" size="sm" aria-label={label} onClick={open}>
                {phone ? m.settings_phone_change() : m.settings_phone_add()}
              </Button>
            )}
            {phone && <RemoveButton />}
          </div>
        }
      >
        {phone && (
          <span className={styles.fact}>
            <bdi>{phone.number}</bdi>
          </span>
        )}
        <span className={styles.fact}>{describePhone(phone)}</span>
      </Row>
    </li>
  )
}

/** The phone number for signing in. Renders nothing if there is none and the server can't send text messages. */
export default function PhoneRow() {
  const own = useQuery(phoneQuery)
  const { data: service } = useQuery(phoneServiceQuery)
  if (own.isError)
    return (
      <li role="alert">
        <Row
          title={m.settings_phone_load_failed()}
          action={
            <Button variant="line" size="sm" onClick={() => void own.refetch()}>
              {m.shell_retry()}
            </Button>
          }
        />
      </li>
    )
  if (!own.data || !service || (!own.data.phone && !service.is_offered)) return null
  return <NumberRow phone={own.data.phone} isOffered={service.is_offered} />
}
