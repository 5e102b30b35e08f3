import type { DiscoverItem } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ButtonLink, EmptyState, NewItemsPill, PagedList, Skeleton, toast } from '../../ui/index.ts'
import type { NewItems } from '../../lib/lists/newest-first.ts'
import { LightboxHost } from '../lightbox/index.ts'
import { discoverQuery } from './discover-requests.ts'
import { grid, buildKey } from './grid-cache.ts'
import { type OpenItem, Tile } from './tile.tsx'
import { useLiveGrid } from './use-live-grid.ts'
import { useWindow } from './use-rows-in-view.ts'
import styles from './discover.module.css'

const COLUMNS = 3

function newerLabel({ count, more }: NewItems) {
  if (count === 0) return null
  return more ? m.discover_newer_max({ count }) : m.discover_newer({ count })
}

function newerFailed() {
  return toast({ kind: 'error', title: m.discover_error(), description: m.discover_newer_failed() })
}

function Skeletons() {
  return (
    <div role="status">
      <div className={styles.skeletonText}>
        <p>{m.discover_loading()}</p>
        <p>{m.discover_loading_text()}</p>
      </div>
      <div className={styles.skeleton}>
        {Array.from({ length: 12 }, (_, at) => (
          <Skeleton key={at} className={styles.skeletonTile} />
        ))}
      </div>
    </div>
  )
}

function Empty() {
  return (
    <EmptyState
      art="gallery"
      title={m.discover_empty()}
      action={
        <ButtonLink href="/share-spot" variant="primary">
          {m.shell_share_spot()}
        </ButtonLink>
      }
    >
      {m.discover_empty_text()}
    </EmptyState>
  )
}

type Items = readonly DiscoverItem[]

// Renders only the tiles near the viewport and the focused tile.
function Tiles({ items, still, onOpen }: { items: Items; still: boolean; onOpen: OpenItem }) {
  const list = useRef<HTMLUListElement>(null)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const rows = Math.ceil(items.length / COLUMNS)
  const [first, end] = useWindow(list, rows)
  const isNear = (index: number) => index >= first * COLUMNS && index < end * COLUMNS
  const isOfSet = (index: number) =>
    [index - 1, index + 1].some((at) => items[at]?.post_id === items[index]?.post_id)
  return (
    <ul
      ref={list}
      className={styles.tiles}
      aria-label={m.discover_grid()}
      style={{ '--rows': rows } as CSSProperties}
    >
      {items.map(
        (item, index) =>
          (isNear(index) || buildKey(item) === focusedKey) && (
            <Tile
              key={buildKey(item)}
              item={item}
              index={index}
              total={items.length}
              isOfSet={isOfSet(index)}
              still={still}
              onHold={setFocusedKey}
              onOpen={onOpen}
            />
          ),
      )}
    </ul>
  )
}

type Props = {
  onOpen: OpenItem
  /** Whether an item is open in the lightbox. */
  isViewing: boolean
  /** Whether the search covers the grid. An open lightbox stays open. */
  hidden: boolean
}

/** A live, three-column grid of everyone's photos and videos, newest first, with the lightbox (DISC-14). */
export function DiscoverGrid({ onOpen, isViewing, hidden }: Props) {
  const query = useInfiniteQuery(discoverQuery)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const { newer, showNewer } = useLiveGrid(data !== undefined)
  const items = grid.listItems(data)
  return (
    <>
      {!hidden && (
        <div className={styles.root}>
          <PagedList
            query={query}
            count={items.length}
            failed={m.discover_failed()}
            skeleton={<Skeletons />}
            top={<NewItemsPill label={newerLabel(newer)} onShow={showNewer} onFailed={newerFailed} />}
            empty={<Empty />}
            next={{ label: m.discover_loading_more() }}
          >
            {items.length > 0 && <Tiles items={items} still={isViewing} onOpen={onOpen} />}
          </PagedList>
        </div>
      )}
      <LightboxHost
        items={data && items}
        loading={query.isPending}
        more={hasNextPage}
        onMore={() => void (isFetchingNextPage || fetchNextPage())}
        viewSpot
      />
    </>
  )
}
