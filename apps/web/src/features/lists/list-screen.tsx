import type { ListPage } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Route, Share2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import { NAMELESS, getName } from '../../lib/text/person-name.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import { useBack } from '../../lib/use-back.ts'
import { useSession } from '../../lib/use-session.ts'
import {
  AppLink,
  Button,
  ButtonLink,
  copyLink,
  EmptyState,
  HeaderBar,
  IconButton,
  Loaded,
  Loading,
  Note,
  Page,
  PartBoundary,
  Skeleton,
  toast,
} from '../../ui/index.ts'
import { hasSystemShare, systemShare } from '../../ui/system-share.ts'
import { RouteMap } from '../map/index.ts'
import { ListFormDialog } from './list-form-dialog.tsx'
import { ListItems } from './list-items.tsx'
import { buildLink } from './list-link.ts'
import { ListMenu } from './list-menu.tsx'
import { listQuery } from './list-requests.ts'
import { RouteSheet } from './route-sheet.tsx'
import { measureLengths } from './shortest-way.ts'
import { spotsText } from './spots-text.ts'
import { filterPlaced, useListOrder } from './use-list-order.ts'
import { VisibilityMark } from './visibility-choice.tsx'
import styles from './lists.module.css'
import { useLiveList } from './use-live-lists.ts'

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'LIST_NOT_FOUND' || error.code === 'BAD_REQUEST')
}

function Missing() {
  return (
    <div role="status">
      <EmptyState art="notFound" level={1} title={m.lists_missing()}>
        {m.lists_missing_text()}
      </EmptyState>
    </div>
  )
}

/** Shares a list's link. */
async function share({ name }: ListPage, url: string): Promise<void> {
  if (hasSystemShare() && (await systemShare({ title: name, url }))) return
  await copyLink(url)
}

function Head({ list, length }: { list: ListPage; length: number }) {
  const { status } = useSession()
  const { name, description, owner, is_own, visibility, crew, spots_count } = list
  const by = m.lists_by({ name: getName(owner, NAMELESS.card) })
  return (
    <div className={styles.head}>
      <h1 dir="auto">{name}</h1>
      <p className={styles.meta}>
        {is_own ? (
          <VisibilityMark {...{ visibility, crew }} />
        ) : status === 'signed-in' ? (
          <AppLink href={`/user/${owner.user_id}`}>{by}</AppLink>
        ) : (
          <span>{by}</span>
        )}
        {!is_own && crew && <VisibilityMark {...{ visibility, crew }} />}
        <span>{spotsText(spots_count)}</span>
        {length > 0 && <span>{m.lists_total_distance({ distance: distanceText(length) })}</span>}
      </p>
      {description && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
    </div>
  )
}

function Empty() {
  return (
    <EmptyState
      art="spots"
      title={m.lists_no_spots()}
      action={
        <ButtonLink href="/spots" variant="primary">
          {m.lists_open_map()}
        </ButtonLink>
      }
    >
      {m.lists_no_spots_text()}
    </EmptyState>
  )
}

type WholeProps = { list: ListPage; listKey: string } & ReturnType<typeof useListOrder>

function Whole({ list, listKey, items, order, sort }: WholeProps) {
  const [isRouting, setRouting] = useState(false)
  const stops = useMemo(
    () =>
      filterPlaced(items).map(({ spot: { id, latitude, longitude, status } }) => ({
        id,
        latitude,
        longitude,
        gone: status === 'gone',
      })),
    [items],
  )
  if (items.length === 0) return <Empty />
  return (
    <div className={styles.whole}>
      <div className={styles.aside}>
        <div className={styles.map}>
          <PartBoundary>
            <RouteMap
              stops={stops}
              label={m.lists_map()}
              onPress={(id) => document.getElementById(`in-list-${id}`)?.scrollIntoView({ block: 'center' })}
            />
          </PartBoundary>
        </div>
        <Button icon={<Route aria-hidden="true" />} variant="primary" onClick={() => setRouting(true)}>
          {m.lists_route()}
        </Button>
      </div>
      <ListItems list={list} items={items} onOrder={(ids) => void order(ids)} />
      {isRouting && (
        <RouteSheet listKey={listKey} stops={stops} onSort={sort} onClosed={() => setRouting(false)} />
      )}
    </div>
  )
}

function ListView({ list, listKey }: { list: ListPage; listKey: string }) {
  const [isEditing, setEditing] = useState(false)
  const back = useBack(list.is_own ? '/saved?tab=lists' : '/spots')
  useTitle(list.name)
  const ordered = useListOrder(list)
  const { total } = measureLengths(filterPlaced(ordered.items).map(({ spot }) => spot))
  const onShare = () => {
    const url = buildLink(list, listKey)
    if (url) return void share(list, url)
    toast({ kind: 'info', title: m.lists_share_private() })
    setEditing(true)
  }
  return (
    <Page
      wide
      header={
        <HeaderBar title={m.lists_title()} heading={false} onBack={back}>
          {(list.is_own || buildLink(list, listKey)) && (
            <IconButton label={m.lists_share()} onClick={onShare}>
              <Share2 size={21} aria-hidden="true" />
            </IconButton>
          )}
          <ListMenu list={list} listKey={listKey} onEdit={() => setEditing(true)} />
        </HeaderBar>
      }
    >
      {list.is_hidden && <Note>{m.lists_hidden()}</Note>}
      <Head list={list} length={total} />
      <Whole list={list} listKey={listKey} {...ordered} />
      {isEditing && <ListFormDialog list={list} onClosed={() => setEditing(false)} />}
    </Page>
  )
}

/** `/lists/{id or link}`: shows a list with its map, order, and actions. Works without an account. */
export function ListScreen({ listKey }: { listKey: string }) {
  const query = useQuery(listQuery(listKey))
  useLiveList(listKey, query.data)
  const back = useBack('/saved?tab=lists')
  if (query.data && !isMissing(query.error)) return <ListView list={query.data} listKey={listKey} />
  const skeleton = (
    <Loading label={m.lists_loading()}>
      <Skeleton className={styles.mapSkeleton} />
    </Loading>
  )
  return (
    <Page header={<HeaderBar title={m.lists_title()} heading={false} onBack={back} />}>
      {isMissing(query.error) ? (
        <Missing />
      ) : (
        <Loaded query={query} failed={m.lists_one_failed()} level={1} skeleton={skeleton} />
      )}
    </Page>
  )
}
