import type { DiscoverItem } from '@nollie/contract'
import './discover.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ButtonLink, EmptyState, Loaded, NewItemsPill, NextPage, Skeleton, toast } from '../../ui/index.ts'
import type { NewItems } from '../../lib/newest-first.ts'
import { LightboxHost } from '../lightbox/index.ts'
import { discoverQuery } from './discover-requests.ts'
import { grid, keyOf } from './grid-cache.ts'
import { type OpenItem, Tile } from './tile.tsx'
import { useLiveGrid } from './use-live-grid.ts'
import { useWindow } from './use-window.ts'

const COLUMNS = 3

const newerLabel = ({ count, more }: NewItems) => {
  if (count === 0) return null
  if (more) return m.discover_newer_max({ count })
  return count === 1 ? m.discover_newer_one() : m.discover_newer({ count })
}

const newerFailed = () =>
  toast({ kind: 'error', title: m.discover_error(), description: m.discover_newer_failed() })

function Skeletons() {
  return (
    <div role="status">
      <div className="discover-skeleton-text">
        <p>{m.discover_loading()}</p>
        <p>{m.discover_loading_text()}</p>
      </div>
      <div className="discover-skeleton">
        {Array.from({ length: 12 }, (_, at) => (
          <Skeleton key={at} className="discover-skeleton-tile" />
        ))}
      </div>
    </div>
  )
}

const Empty = () => (
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

type Items = readonly DiscoverItem[]

// Of thousands only those near the screen are drawn, each at its place; the one that has the focus stays as well.
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
      className="discover-tiles"
      aria-label={m.discover_grid()}
      style={{ '--rows': rows } as CSSProperties}
    >
      {items.map(
        (item, index) =>
          (isNear(index) || keyOf(item) === focusedKey) && (
            <Tile
              key={keyOf(item)}
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
  /** An item is open in the lightbox. */
  isViewing: boolean
  /** The search stands in the place of the grid; what is open stays open. */
  hidden: boolean
}

/** Photos and videos of everybody, newest first, in three columns, live, with the lightbox (DISC-14). */
export function DiscoverGrid({ onOpen, isViewing, hidden }: Props) {
  const query = useInfiniteQuery(discoverQuery)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const { newer, showNewer } = useLiveGrid(data !== undefined)
  const items = grid.itemsOf(data)
  // Deleting what was loaded must not leave an empty screen with more to come.
  useEffect(() => {
    if (data && items.length === 0 && hasNextPage) void fetchNextPage()
  }, [data, items.length, hasNextPage, fetchNextPage])
  return (
    <>
      {!hidden && (
        <div className="discover">
          <Loaded query={query} failed={m.discover_failed()} skeleton={<Skeletons />}>
            <NewItemsPill label={newerLabel(newer)} onShow={showNewer} onFailed={newerFailed} />
            {items.length === 0 && !hasNextPage && <Empty />}
            {items.length > 0 && <Tiles items={items} still={isViewing} onOpen={onOpen} />}
            <NextPage pages={query} label={m.discover_loading_more()} />
          </Loaded>
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
