import type { SignedInSession } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CodeXml, Laptop, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { patchQuery } from '../../../lib/query-patch.ts'
import { signOut } from '../../../lib/sign-out.ts'
import { Button, ConfirmDialog, toast } from '../../../ui/index.ts'
import { UnsavedDataText, useUnsavedData } from '../../outbox/index.ts'
import { explainChange, withProof } from '../proofs/proof.ts'
import { CardState, Row, Section } from '../section.tsx'
import { deviceFacts, deviceName } from './session-text.ts'
import { sessionsQuery } from '../settings-requests.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../settings.module.css'

const ICONS = { phone: Smartphone, tablet: Tablet, computer: Laptop, other: CodeXml }

function isGone(error: unknown) {
  return error instanceof ApiError && error.code === 'NOT_FOUND'
}

function showFailed(error: unknown) {
  const text = explainChange(error, m.settings_sign_out_failed())
  if (text) toast({ kind: 'error', ...text })
}

function SessionRow({ session }: { session: SignedInSession }) {
  const client = useQueryClient()
  const device = deviceName(session)
  const Icon = ICONS[session.kind]
  const end = useMutation({
    mutationFn: () =>
      withProof(() =>
        call('DELETE /api/account/sessions/:session_id', { params: { session_id: session.id } }),
      ).catch((error: unknown) => {
        if (!isGone(error)) throw error
      }),
    onSuccess: () => {
      patchQuery(client, sessionsQuery.queryKey, (all) => all.filter(({ id }) => id !== session.id))
      toast({
        kind: 'success',
        title: m.settings_signed_out(),
        description: m.settings_sign_out_one_done({ device }),
      })
    },
    onError: showFailed,
  })
  return (
    <li>
      <Row
        icon={<Icon className={styles.icon} aria-hidden="true" />}
        title={device}
        action={
          session.is_current ? (
            <span className={looks.badge}>{m.settings_device_this()}</span>
          ) : (
            <Button
              variant="line"
              size="sm"
              aria-label={m.settings_sign_out_one_label({ device })}
              busy={end.isPending && m.shell_loading()}
              onClick={() => end.mutate()}
            >
              {m.settings_sign_out_one()}
            </Button>
          )
        }
      >
        {deviceFacts(session).map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}
          </span>
        ))}
      </Row>
    </li>
  )
}

function Everywhere() {
  const [asking, setAsking] = useState(false)
  const { title, ...unsaved } = useUnsavedData(asking)
  const leave = useMutation({
    mutationFn: () => withProof(() => signOut('global')),
    onSuccess: () => location.assign('/auth'),
    onError: (error) => {
      setAsking(false)
      showFailed(error)
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{m.settings_sign_out_all()}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.settings_sign_out_all_title()}
        confirm={m.settings_sign_out_all()}
        busy={leave.isPending && m.shell_loading()}
        onConfirm={() => leave.mutate()}
        tone="ink"
      >
        {m.settings_sign_out_all_text()}
        {(unsaved.waiting > 0 || unsaved.drafts) && (
          <p>
            {title}. <UnsavedDataText {...unsaved} />
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

/** All of the person's sessions, starting with the current one, with buttons to end them (API-23..25). */
export function SessionsSection() {
  const client = useQueryClient()
  const query = useQuery(sessionsQuery)
  const others = useMutation({
    mutationFn: () => withProof(() => call('POST /api/auth/sign-out', { query: { scope: 'others' } })),
    onSuccess: () => {
      patchQuery(client, sessionsQuery.queryKey, (all) => all.filter(({ is_current }) => is_current))
      toast({
        kind: 'success',
        title: m.settings_signed_out(),
        description: m.settings_sign_out_others_done(),
      })
    },
    onError: showFailed,
  })
  const sessions = query.data ?? []
  const here = sessions.filter(({ is_current }) => is_current)
  const elsewhere = sessions.filter(({ is_current }) => !is_current)
  return (
    <Section id="devices" title={m.settings_devices()}>
      <CardState query={query} failed={m.settings_devices_failed()}>
        <ul aria-label={m.settings_devices()}>
          {[...here, ...elsewhere].map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
        <div className={styles.foot}>
          {elsewhere.length > 0 && (
            <Button busy={others.isPending && m.shell_loading()} onClick={() => others.mutate()}>
              {m.settings_sign_out_others()}
            </Button>
          )}
          <Everywhere />
        </div>
      </CardState>
    </Section>
  )
}
