import type { CrewInvitation, CrewSummary } from '@nollie/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Flag, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { go } from '../../lib/navigation.ts'
import { useBack } from '../../lib/use-back.ts'
import {
  AppLink,
  Avatar,
  Button,
  EmptyState,
  HeaderBar,
  Loaded,
  Loading,
  Menu,
  MenuItem,
  Page,
  Skeleton,
} from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { CrewForm } from './crew-form.tsx'
import { crewsQuery, reloadCrews } from './crew-requests.ts'
import { InvitationButtons } from './invitation-buttons.tsx'
import { useLiveCrews } from './use-live-crews.ts'
import styles from './crews.module.css'

/** The dialog that creates a crew and then opens its page. */
function NewCrew({ onClosed }: { onClosed: () => void }) {
  const client = useQueryClient()
  return (
    <CrewForm
      title={m.crews_new()}
      submit={m.crews_create()}
      busy={m.crews_creating()}
      failed={m.crews_create_failed()}
      send={async (name, key) => {
        const crew = await call('POST /api/crews', { body: { name }, headers: { 'idempotency-key': key } })
        await reloadCrews(client)
        go(`/crews/${crew.id}`)
      }}
      onClosed={onClosed}
    />
  )
}

function Invitation({ invitation: { crew, invited_by } }: { invitation: CrewInvitation }) {
  const [reporting, setReporting] = useState(false)
  return (
    <li className={styles.row}>
      <Avatar person={invited_by} size={44} />
      <span className={styles.info}>
        <b>
          <bdi>{crew.name}</bdi>
        </b>
        <small>{m.crews_invited_by({ name: getName(invited_by) })}</small>
      </span>
      <InvitationButtons crew={crew} />
      <Menu label={m.crews_menu({ crew: crew.name })}>
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
          {m.crews_report()}
        </MenuItem>
      </Menu>
      {reporting && (
        <ReportDialog subject={{ kind: 'crew', id: crew.id }} onClose={() => setReporting(false)} />
      )}
    </li>
  )
}

function CrewRow({ crew: { id, name, role, members_count } }: { crew: CrewSummary }) {
  return (
    <li>
      <AppLink className={styles.row} href={`/crews/${id}`}>
        <span className={styles.sign}>
          <Users size={22} aria-hidden="true" />
        </span>
        <span className={styles.info}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <small>
            {m.crews_members({ count: members_count })}
            {role === 'owner' && ` · ${m.crews_owner()}`}
          </small>
        </span>
        <ChevronRight size={20} aria-hidden="true" />
      </AppLink>
    </li>
  )
}

function Crews({ items, invitations }: { items: CrewSummary[]; invitations: CrewInvitation[] }) {
  const [making, setMaking] = useState(false)
  const start = (
    <Button variant="ink" icon={<Plus aria-hidden="true" />} onClick={() => setMaking(true)}>
      {m.crews_new()}
    </Button>
  )
  return (
    <>
      {invitations.length > 0 && (
        <section className={styles.part} aria-labelledby="crews-invitations">
          <h2 id="crews-invitations">{m.crews_invitations()}</h2>
          <ul className={styles.list}>
            {invitations.map((invitation) => (
              <Invitation key={invitation.crew.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
      {items.length === 0 ? (
        <EmptyState art="followers" title={m.crews_none()} action={start}>
          {m.crews_text()}
        </EmptyState>
      ) : (
        <section className={styles.part} aria-labelledby="crews-own">
          <h2 id="crews-own">{m.crews_own()}</h2>
          <ul className={styles.list}>
            {items.map((crew) => (
              <CrewRow key={crew.id} crew={crew} />
            ))}
          </ul>
          <p className={styles.text}>{m.crews_text()}</p>
          <div>{start}</div>
        </section>
      )}
      {making && <NewCrew onClosed={() => setMaking(false)} />}
    </>
  )
}

/** `/crews`: lists the viewer's crews and invitations. */
export function CrewsScreen() {
  useLiveCrews()
  const query = useQuery(crewsQuery)
  const skeleton = (
    <Loading label={m.crews_loading()}>
      <Skeleton className={styles.skeleton} />
    </Loading>
  )
  return (
    <Page header={<HeaderBar title={m.crews_title()} onBack={useBack('/profile')} />}>
      <div className={styles.root}>
        <Loaded query={query} failed={m.crews_failed()} skeleton={skeleton}>
          {query.data && <Crews {...query.data} />}
        </Loaded>
      </div>
    </Page>
  )
}
