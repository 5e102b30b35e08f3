import type { Crew, Person } from '@nollie/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call, getMessage } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { Avatar, Button, FailedNote, SearchField, toast, useForm } from '../../ui/index.ts'
import { namesQuery, reloadCrews } from './crew-requests.ts'
import styles from './crews.module.css'

type FoundProps = { crew_id: string; person: Person; onInvited: () => void }

function Found({ crew_id, person, onInvited }: FoundProps) {
  const client = useQueryClient()
  const name = getName(person)
  const { busy, submit } = useForm({
    send: async () => {
      const params = { crew_id, user_id: person.user_id }
      await call('PUT /api/crews/:crew_id/invitations/:user_id', { params })
      toast({ kind: 'success', title: m.crews_invited({ name }) })
      await reloadCrews(client)
      onInvited()
    },
    explain: (error) => ({
      title: m.crews_invite_failed({ name }),
      description: getMessage(error, m.crews_try_again()),
    }),
  })
  return (
    <li className={styles.row}>
      <Avatar person={person} size={44} />
      <span className={styles.info}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>@{person.username}</small>
      </span>
      <Button
        variant="line"
        size="sm"
        aria-label={m.crews_invite_person({ name })}
        busy={busy && m.shell_loading()}
        onClick={() => void submit()}
      >
        {m.crews_invite()}
      </Button>
    </li>
  )
}

/** Finds people by name and invites them. */
export function InviteForm({ crew }: { crew: Crew }) {
  const [q, setQ] = useState('')
  const query = useQuery(namesQuery(q))
  const known = new Set([...crew.members, ...crew.invited].map(({ user }) => user.user_id))
  const found = query.data?.filter(({ user_id }) => !known.has(user_id))
  return (
    <>
      <SearchField
        wanted={q}
        onWant={setQ}
        label={m.crews_invite_label()}
        placeholder={m.crews_invite_placeholder()}
        clearLabel={m.crews_invite_clear()}
      />
      {query.isError && (
        <FailedNote
          className={styles.text}
          text={m.crews_one_failed()}
          onRetry={() => void query.refetch()}
        />
      )}
      <p className={styles.text} role="status" hidden={found?.length !== 0}>
        {found?.length === 0 && m.crews_invite_none()}
      </p>
      {found && found.length > 0 && (
        <ul className={styles.list} aria-label={m.crews_invite_label()}>
          {found.map((person) => (
            <Found key={person.user_id} crew_id={crew.id} person={person} onInvited={() => setQ('')} />
          ))}
        </ul>
      )}
    </>
  )
}
