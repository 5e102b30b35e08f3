import type { ManagedAd } from '@nollie/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { adKeys } from '../../lib/keys/ads.ts'
import { dayText, numberText } from '../../lib/format.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { whyNot } from '../../ui/error-text.ts'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  Loaded,
  Loading,
  Note,
  Photo,
  Skeleton,
  toast,
} from '../../ui/index.ts'
import { getAdDay } from './ad-draft.ts'
import { AdDialog } from './ad-dialog.tsx'
import { adsQuery } from './ad-requests.ts'
import styles from './managed-ads.module.css'

// Uses noon so that the date is the same in every time zone.
function dayNamed(day: string): string {
  return dayText(`${day}T12:00`)
}

function getState({ starts_on, ends_on }: ManagedAd): string {
  const today = getAdDay()
  if (ends_on < today) return m.ads_state_ended()
  return starts_on > today ? m.ads_state_scheduled() : m.ads_state_live()
}

function Skeletons() {
  return (
    <Loading label={m.ads_loading()}>
      {[0, 1].map((row) => (
        <Skeleton key={row} className={styles.skeleton} />
      ))}
    </Loading>
  )
}

/** An ad's views and clicks, in total and by day. */
function Figures({ ad }: { ad: ManagedAd }) {
  const { views, presses, days } = ad
  const sums = m.ads_stats({ views: numberText(views), clicks: numberText(presses) })
  if (days.length === 0) return <small>{sums}</small>
  return (
    <details className={styles.figures}>
      <summary>{sums}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.ads_day()}</th>
            <th scope="col">{m.ads_views()}</th>
            <th scope="col">{m.ads_clicks()}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((one) => (
            <tr key={one.day}>
              <th scope="row">{dayNamed(one.day)}</th>
              <td>{numberText(one.views)}</td>
              <td>{numberText(one.presses)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function DeleteQuestion({ ad, onClosed }: { ad: ManagedAd; onClosed: () => void }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /api/ads/:ad_id', { params: { ad_id: ad.id } }).catch((error: unknown) => {
        // Another admin deleted the ad first.
        if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
      }),
    onSuccess: async () => {
      toast({ kind: 'success', title: m.ads_deleted() })
      await client.invalidateQueries({ queryKey: adKeys.all })
      setOpen(false)
    },
    onError: (error) =>
      toast({ kind: 'error', title: m.ads_delete_failed(), description: whyNot(error, m.ads_try_later()) }),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={m.ads_delete_title({ title: ad.title })}
      confirm={m.ads_delete()}
      busy={remove.isPending && m.ads_deleting()}
      onConfirm={() => !remove.isPending && remove.mutate()}
    >
      {m.ads_delete_text()}
    </ConfirmDialog>
  )
}

function Row({ ad, onEdit, onDelete }: { ad: ManagedAd; onEdit: () => void; onDelete: () => void }) {
  const { title, content, link, media, place_name, radius_km, starts_on, ends_on } = ad
  const distance = distanceText(radius_km * 1000)
  return (
    <article className={styles.row} aria-label={title}>
      {media && <Photo className={styles.thumb} media={media} alt="" square />}
      <div className={styles.info}>
        <b dir="auto">{title}</b>
        <p dir="auto">{content}</p>
        <small>{m.ads_area({ place: place_name, distance })}</small>
        <small>
          {getState(ad)} · {dayNamed(starts_on)} – {dayNamed(ends_on)}
        </small>
        <small>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {new URL(link).host}
          </a>
        </small>
        <Figures ad={ad} />
      </div>
      <div className={styles.buttons}>
        <Button size="sm" onClick={onEdit}>
          {m.ads_edit()}
        </Button>
        <Button size="sm" variant="plain" onClick={onDelete}>
          {m.ads_delete()}
        </Button>
      </div>
    </article>
  )
}

type Asked = { what: 'write'; ad: ManagedAd | null } | { what: 'delete'; ad: ManagedAd } | null

/** The list of this server's ads, where admins create, edit, and delete them. */
export function ManagedAds() {
  const query = useQuery(adsQuery)
  const isOff = useServerConfig()?.ads.kind === 'off'
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const write = (
    <Button variant="primary" onClick={() => setAsked({ what: 'write', ad: null })}>
      {m.ads_create()}
    </Button>
  )
  const ads = query.data?.items ?? []
  return (
    <div className={styles.root}>
      {isOff && <Note>{m.ads_off()}</Note>}
      <Loaded query={query} failed={m.ads_list_failed()} skeleton={<Skeletons />}>
        {ads.length === 0 ? (
          <EmptyState art="spots" title={m.ads_empty()} action={write}>
            {m.ads_empty_text()}
          </EmptyState>
        ) : (
          <>
            {write}
            <ul className={styles.rows}>
              {ads.map((ad) => (
                <li key={ad.id}>
                  <Row
                    ad={ad}
                    onEdit={() => setAsked({ what: 'write', ad })}
                    onDelete={() => setAsked({ what: 'delete', ad })}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {asked?.what === 'write' && <AdDialog ad={asked.ad} onClosed={close} />}
      {asked?.what === 'delete' && <DeleteQuestion ad={asked.ad} onClosed={close} />}
    </div>
  )
}
