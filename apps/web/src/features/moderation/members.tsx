import type { ModeratedPerson } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { storedText, useStoredValues } from '../../lib/use-stored-values.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { session } from '../../lib/session.ts'
import { AppLink, Avatar, Button, EmptyState, Field, Loaded, Textarea } from '../../ui/index.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { CaseList } from './case-list.tsx'
import { membersQuery } from './moderation-requests.ts'
import { LoadingText } from './loading-text.tsx'
import { useModerationAction } from './use-moderation-action.ts'
import { looks } from '../../ui/looks.ts'
import styles from './moderation.module.css'

function SuspendDialog({ person, onClosed }: { person: ModeratedPerson; onClosed: () => void }) {
  const name = getName(person, NAMELESS.card)
  const [open, setOpen] = useState(true)
  const {
    values: reason,
    change,
    forget,
  } = useStoredValues({
    name: `nollie.suspend.${session.get().user?.user_id}.${person.user_id}`,
    read: storedText,
  })
  const form = useModerationAction({
    check: () => (reason.trim() ? null : { reason: m.moderation_reason_missing() }),
    send: () =>
      call('PUT /api/moderation/people/:user_id/suspension', {
        params: { user_id: person.user_id },
        body: { reason: reason.trim() },
      }),
    successText: m.moderation_suspended({ name }),
    onDone: () => {
      forget()
      setOpen(false)
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.moderation_suspend_title({ name })}
      submit={m.moderation_suspend()}
      sending={m.moderation_suspending()}
      variant="danger"
    >
      <p className={looks.sheetText}>{m.moderation_suspend_text()}</p>
      <Textarea
        label={m.moderation_reason()}
        error={form.errors.reason}
        rows={3}
        maxLength={LIMITS.reason_max}
        value={reason}
        onChange={({ target }) => {
          form.typed()
          change(target.value)
        }}
      />
    </FormDialog>
  )
}

function MemberRow({ person }: { person: ModeratedPerson }) {
  const name = getName(person, NAMELESS.card)
  const [asking, setAsking] = useState(false)
  const { busy, submit: unsuspend } = useModerationAction({
    send: () =>
      call('DELETE /api/moderation/people/:user_id/suspension', { params: { user_id: person.user_id } }),
    successText: m.moderation_unsuspend_done({ name }),
  })
  const [showsCases, setShowsCases] = useState(false)
  return (
    <div className={styles.modMember}>
      <AppLink className={styles.modPerson} href={`/user/${person.user_id}`}>
        <Avatar person={person} size={44} />
        <span>
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          <small>@{person.username}</small>
        </span>
        {person.is_admin && <span className={styles.modTag}>{m.moderation_author_admin()}</span>}
        {person.is_suspended && <span className={styles.modTag}>{m.moderation_author_suspended()}</span>}
      </AppLink>
      <Button size="sm" variant="plain" aria-expanded={showsCases} onClick={() => setShowsCases(!showsCases)}>
        {m.moderation_member_cases()}
      </Button>
      {person.is_suspended ? (
        <Button size="sm" busy={busy && m.moderation_unsuspending()} onClick={unsuspend}>
          {m.moderation_unsuspend()}
        </Button>
      ) : (
        !person.is_admin && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {m.moderation_suspend()}
          </Button>
        )
      )}
      {showsCases && (
        <div className={styles.modMemberCases}>
          <CaseList
            status="closed"
            ownerId={person.user_id}
            current={null}
            buildHref={(id) => `/admin?list=closed&case=${id}`}
          />
        </div>
      )}
      {asking && <SuspendDialog person={person} onClosed={() => setAsking(false)} />}
    </div>
  )
}

/** Finds members by name, with buttons to suspend or unsuspend them. */
export function Members() {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const query = useQuery({ ...membersQuery(q), placeholderData: keepPreviousData })
  const people = query.data?.items ?? []
  return (
    <div className={styles.modMembers}>
      <Field
        label={m.moderation_search()}
        icon={<Search size={20} aria-hidden="true" />}
        type="search"
        autoComplete="off"
        maxLength={LIMITS.search_max}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {!q ? (
        <EmptyState art="search" title={m.moderation_search_start()}>
          {m.moderation_search_start_text()}
        </EmptyState>
      ) : (
        <Loaded
          query={query}
          failed={m.moderation_search_failed()}
          skeleton={<LoadingText label={m.moderation_loading()} />}
        >
          {people.length === 0 ? (
            <EmptyState art="search" title={m.moderation_search_empty()}>
              {m.moderation_search_empty_text()}
            </EmptyState>
          ) : (
            <ul className={styles.modRows}>
              {people.map((person) => (
                <li key={person.user_id}>
                  <MemberRow person={person} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </div>
  )
}
