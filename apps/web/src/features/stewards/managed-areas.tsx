import type { ManagedArea } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { listItems } from '../../lib/paging.ts'
import {
  AppLink,
  Avatar,
  Button,
  ConfirmDialog,
  EmptyState,
  Field,
  Form,
  Loading,
  PagedList,
  Skeleton,
  toast,
  useForm,
} from '../../ui/index.ts'
import { AreaDialog } from './area-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { managedAreasQuery } from './steward-requests.ts'
import { explainAct, useAfterAct } from './use-steward-action.ts'
import styles from './stewards.module.css'

type Steward = ManagedArea['stewards'][number]

function NameSteward({ area }: { area: ManagedArea }) {
  const [username, setUsername] = useState('')
  const after = useAfterAct()
  const { errors, refused, busy, submit, typed } = useForm({
    check: () => (username.trim() ? null : { username: m.stewards_username_missing() }),
    send: async () => {
      const params = { area_id: area.id, username: username.trim().replace(/^@/, '') }
      await call('PUT /api/moderation/areas/:area_id/stewards/:username', { params })
      setUsername('')
      await after(m.stewards_appointed({ name: params.username, area: area.name }))
    },
    explain: explainAct,
  })
  return (
    <Form className={styles.name} noValidate onSend={submit} refused={refused}>
      <Field
        name="username"
        label={m.stewards_username()}
        error={errors.username}
        maxLength={LIMITS.username_max + 1}
        autoComplete="off"
        autoCapitalize="none"
        value={username}
        onChange={({ target }) => {
          typed()
          setUsername(target.value)
        }}
      />
      <Button type="submit" variant="line" busy={busy && m.stewards_sending()}>
        {m.stewards_appoint()}
      </Button>
    </Form>
  )
}

function StewardRow({ area, steward }: { area: ManagedArea; steward: Steward }) {
  const [ending, setEnding] = useState(false)
  const name = getName(steward.user)
  return (
    <li className={styles.line}>
      <AppLink className={styles.person} href={`/user/${steward.user.user_id}`}>
        <Avatar person={steward.user} size={36} />
        <span>
          <bdi>{name}</bdi>
          {steward.is_suspended && <small> · {m.moderation_author_suspended()}</small>}
        </span>
      </AppLink>
      <Button
        variant="quiet"
        size="sm"
        aria-label={m.stewards_dismiss_label({ name })}
        onClick={() => setEnding(true)}
      >
        {m.stewards_dismiss()}
      </Button>
      {ending && (
        <ReasonDialog
          about={`end.${area.id}.${steward.user.user_id}`}
          title={m.stewards_dismiss_title({ name })}
          text={m.stewards_dismiss_text()}
          confirm={m.stewards_dismiss()}
          isDanger
          send={(reason) =>
            call('POST /api/moderation/areas/:area_id/ended-stewards', {
              params: { area_id: area.id },
              body: { user_id: steward.user.user_id, reason },
            })
          }
          successText={m.stewards_dismissed()}
          onClosed={() => setEnding(false)}
        />
      )}
    </li>
  )
}

function RemoveArea({ area, onClosed }: { area: ManagedArea; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const after = useAfterAct()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/moderation/areas/:area_id', { params: { area_id: area.id } }),
    onSuccess: async () => {
      setOpen(false)
      await after(m.stewards_area_removed())
    },
    onError: (error) => toast({ kind: 'error', ...explainAct(error) }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.stewards_area_remove_title({ area: area.name })}
      confirm={m.stewards_area_remove()}
      busy={isPending && m.stewards_sending()}
      onConfirm={() => !isPending && mutate()}
    >
      {m.stewards_area_remove_text()}
    </ConfirmDialog>
  )
}

function AreaCard({ area }: { area: ManagedArea }) {
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null)
  return (
    <li className={styles.card}>
      <AppLink href={`/areas/${area.id}`}>
        <b>
          <bdi>{area.name}</bdi>
        </b>
      </AppLink>
      <p className={styles.meta}>{m.stewards_followers({ count: area.followers_count })}</p>
      {area.stewards.length > 0 && (
        <ul className={styles.people} aria-label={m.stewards_title()}>
          {area.stewards.map((steward) => (
            <StewardRow key={steward.user.user_id} area={area} steward={steward} />
          ))}
        </ul>
      )}
      <NameSteward area={area} />
      <div className={styles.acts}>
        <Button variant="line" size="sm" onClick={() => setDialog('edit')}>
          {m.stewards_area_draw()}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => setDialog('remove')}>
          {m.stewards_area_remove()}
        </Button>
      </div>
      {dialog === 'edit' && <AreaDialog area={area} onClosed={() => setDialog(null)} />}
      {dialog === 'remove' && <RemoveArea area={area} onClosed={() => setDialog(null)} />}
    </li>
  )
}

/** All areas with their stewards. Admins draw areas here, and appoint or remove stewards. */
export function ManagedAreas() {
  const query = useInfiniteQuery(managedAreasQuery)
  const areas = listItems(query.data)
  const [adding, setAdding] = useState(false)
  const empty = (
    <EmptyState art="spots" title={m.stewards_areas_empty()}>
      {m.stewards_areas_empty_text()}
    </EmptyState>
  )
  const skeleton = (
    <Loading label={m.stewards_loading()}>
      <Skeleton className={styles.skeleton} />
    </Loading>
  )
  return (
    <div className={styles.managed}>
      <div className={styles.acts}>
        <Button
          variant="primary"
          size="sm"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {m.stewards_area_new()}
        </Button>
      </div>
      <PagedList
        query={query}
        count={areas.length}
        failed={m.stewards_not_loaded()}
        skeleton={skeleton}
        empty={empty}
        next={{ label: m.stewards_loading(), byHand: true }}
      >
        <ul className={styles.cards}>
          {areas.map((area) => (
            <AreaCard key={area.id} area={area} />
          ))}
        </ul>
      </PagedList>
      {adding && <AreaDialog area={null} onClosed={() => setAdding(false)} />}
    </div>
  )
}
