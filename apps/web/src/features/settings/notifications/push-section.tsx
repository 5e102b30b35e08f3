import type { Push, PushChanges } from '@nollie/contract'
import { PUSH_KINDS } from '@nollie/contract/push/push-kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { call } from '../../../lib/api.ts'
import { shell } from '../../../lib/native-shell.ts'
import { Button } from '../../../ui/index.ts'
import { showError } from '../settings-errors.ts'
import { PUSH_LABELS } from './notification-labels.ts'
import { isRefused, pushState, subscribeHere, unsubscribeHere } from './push-device.ts'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import { CardState, Row, Section } from '../section.tsx'
import { pushQuery } from '../settings-requests.ts'
import { SwitchRow } from '../switch-row.tsx'
import styles from './push.module.css'

function useDevices(push: Push) {
  const client = useQueryClient()
  const [wasRefused, setRefused] = useState(false)
  const change = useMutation({
    mutationFn: async (to: 'on' | 'off' | 'others') => {
      if (to === 'others') return call('DELETE /api/push/other-devices')
      return to === 'on' ? subscribeHere(push) : unsubscribeHere()
    },
    onSuccess: (saved) => {
      setRefused(saved === null && isRefused())
      if (saved) client.setQueryData(pushQuery.queryKey, saved)
    },
    onError: (error) => showError(error, m.settings_push_failed()),
  })
  return { change, wasRefused }
}

function Devices({ push }: { push: Push }) {
  const { change, wasRefused } = useDevices(push)
  const { isPending: busy, variables } = change
  const state = wasRefused ? 'blocked' : pushState(push)
  const text = {
    possible: push.is_here ? m.settings_push_here_text() : m.settings_push_off_text(),
    blocked: m.settings_push_blocked(),
    impossible: shell() ? m.settings_push_no_relay() : m.settings_push_unsupported(),
  }
  const button = (to: typeof variables, label: string) => (
    <Button
      variant="line"
      size="sm"
      busy={busy && variables === to && m.shell_loading()}
      onClick={() => to && change.mutate(to)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <Row
        title={m.settings_push_here()}
        action={
          (state === 'possible' || push.is_here) &&
          (push.is_here ? button('off', m.settings_push_turn_off()) : button('on', m.settings_push_turn_on()))
        }
      >
        {text[state]}
      </Row>
      {push.others > 0 && (
        <Row
          title={m.settings_push_others({ count: push.others })}
          action={button('others', m.settings_push_turn_off())}
        />
      )}
    </>
  )
}

const CHANGE = ['push-changes']

/** Saves optimistically: a change shows immediately and is undone if it fails. */
function useSave() {
  const client = useQueryClient()
  const { queryKey } = pushQuery
  return useMutation({
    scope: { id: 'push' },
    mutationKey: CHANGE,
    mutationFn: (body: PushChanges) => call('PATCH /api/push', { body }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (push) => push && { ...push, ...(changes as Partial<Push>) })
    },
    // Skip this while other changes are pending, because the response doesn't include them.
    onSuccess: (saved) =>
      client.isMutating({ mutationKey: CHANGE }) > 1 || client.setQueryData(queryKey, saved),
    onError: (error) => {
      void client.invalidateQueries({ queryKey })
      showError(error, m.settings_notifications_not_saved())
    },
  })
}

function What({ push, save }: { push: Push; save: (changes: PushChanges) => void }) {
  const { muted, shows_text, quiet } = push
  return (
    <>
      <SwitchRow
        label={m.settings_push_texts()}
        isOn={shows_text}
        onChange={(on) => save({ shows_text: on })}
      />
      <QuietHoursForm quiet={quiet} onChange={(next) => save({ quiet: next })} />
      <details className={styles.more}>
        <summary>{m.settings_push_kinds()}</summary>
        {PUSH_KINDS.map((kind) => (
          <SwitchRow
            key={kind}
            label={PUSH_LABELS[kind]()}
            isOn={!muted.includes(kind)}
            onChange={(on) => save({ muted: on ? muted.filter((one) => one !== kind) : [...muted, kind] })}
          />
        ))}
      </details>
    </>
  )
}

/** Push notifications: on which devices, when, and which kinds. */
export function PushSection() {
  const query = useQuery(pushQuery)
  const save = useSave()
  const { data: push } = query
  const isOn = push && (push.is_here || push.others > 0)
  return (
    <Section id="push" title={m.settings_push()}>
      <CardState query={query} failed={m.settings_notifications_failed()}>
        {push && <Devices push={push} />}
        {isOn && <What push={push} save={(changes) => save.mutate(changes)} />}
      </CardState>
    </Section>
  )
}
