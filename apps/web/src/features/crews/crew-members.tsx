import type { Crew } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call, getMessage } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { AppLink, Avatar, Button, Menu, MenuItem, useForm } from '../../ui/index.ts'
import { AskFirst } from './crew-question.tsx'
import { reloadCrews } from './crew-requests.ts'
import { InviteForm } from './invite-form.tsx'
import styles from './crews.module.css'

type Member = Crew['members'][number]

/** The actions that a crew's owner can take on a member. */
function MemberMenu({ crew_id, member: { user } }: { crew_id: string; member: Member }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'remove' | 'hand_over' | null>(null)
  const name = getName(user)
  const { user_id } = user
  const remove = {
    title: m.crews_remove_title({ name }),
    text: m.crews_remove_text({ name }),
    confirm: m.crews_remove(),
    send: async () => {
      await call('DELETE /api/crews/:crew_id/members/:user_id', { params: { crew_id, user_id } })
      await reloadCrews(client, true)
    },
  }
  const handOver = {
    title: m.crews_make_owner_title({ name }),
    text: m.crews_make_owner_text({ name }),
    confirm: m.crews_make_owner(),
    send: async () => {
      await call('PUT /api/crews/:crew_id/owner', { params: { crew_id }, body: { user_id } })
      await reloadCrews(client)
    },
  }
  return (
    <>
      <Menu label={m.crews_member_menu({ name })}>
        <MenuItem icon={<KeyRound aria-hidden="true" />} onSelect={() => setAsking('hand_over')}>
          {m.crews_make_owner()}
        </MenuItem>
        <MenuItem icon={<UserMinus aria-hidden="true" />} tone="danger" onSelect={() => setAsking('remove')}>
          {m.crews_remove()}
        </MenuItem>
      </Menu>
      {asking && (
        <AskFirst question={asking === 'remove' ? remove : handOver} onClosed={() => setAsking(null)} />
      )}
    </>
  )
}

function MemberRow({ crew, member }: { crew: Crew; member: Member }) {
  const { user } = useSession()
  const isSelf = member.user.user_id === user?.user_id
  return (
    <li className={styles.row}>
      <Avatar person={member.user} size={44} />
      <span className={styles.info}>
        <b>
          <AppLink href={isSelf ? '/profile' : `/user/${member.user.user_id}`}>
            <bdi>{getName(member.user)}</bdi>
          </AppLink>
        </b>
        <small>
          @{member.user.username}
          {member.role === 'owner' && ` · ${m.crews_owner()}`}
        </small>
      </span>
      {crew.role === 'owner' && !isSelf && <MemberMenu crew_id={crew.id} member={member} />}
    </li>
  )
}

function InvitedRow({ crew_id, user }: { crew_id: string; user: Crew['invited'][number]['user'] }) {
  const client = useQueryClient()
  const { busy, submit } = useForm({
    send: async () => {
      const params = { crew_id, user_id: user.user_id }
      await call('DELETE /api/crews/:crew_id/invitations/:user_id', { params })
      await reloadCrews(client)
    },
    explain: (error) => ({
      title: m.crews_action_failed(),
      description: getMessage(error, m.crews_try_again()),
    }),
  })
  return (
    <li className={styles.row}>
      <Avatar person={user} size={44} />
      <span className={styles.info}>
        <b>
          <bdi>{getName(user)}</bdi>
        </b>
        <small>@{user.username}</small>
      </span>
      <Button
        variant="line"
        size="sm"
        aria-label={m.crews_withdraw_label({ name: getName(user) })}
        busy={busy && m.shell_loading()}
        onClick={() => void submit()}
      >
        {m.crews_withdraw()}
      </Button>
    </li>
  )
}

/** A crew's members. Its owner also sees pending invitations and an invite field. */
export function CrewMembers({ crew }: { crew: Crew }) {
  return (
    <div className={styles.root}>
      <ul className={styles.list} aria-label={m.crews_people()}>
        {crew.members.map((member) => (
          <MemberRow key={member.user.user_id} crew={crew} member={member} />
        ))}
      </ul>
      {crew.role === 'owner' && (
        <section className={styles.part} aria-labelledby="crew-invite">
          <h2 id="crew-invite">{m.crews_invite()}</h2>
          <p className={styles.text}>{m.crews_invite_text()}</p>
          <InviteForm crew={crew} />
        </section>
      )}
      {crew.invited.length > 0 && (
        <section className={styles.part} aria-labelledby="crew-invited">
          <h2 id="crew-invited">{m.crews_pending_title()}</h2>
          <ul className={styles.list}>
            {crew.invited.map(({ user }) => (
              <InvitedRow key={user.user_id} crew_id={crew.id} user={user} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
