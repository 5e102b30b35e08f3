import type { ListPage, SpotCard } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { distanceText } from '../../lib/text/distance-text.ts'
import type { Point } from '../../lib/places/metres-between.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/toast.ts'
import { inOrder, orderList } from './list-requests.ts'
import { measureLengths, findShortestWay } from './shortest-way.ts'

type Placed = ListPage['items'][number] & { spot: SpotCard }

/** Returns a list's spots that have a position, which excludes deleted spots. */
export function filterPlaced(items: ListPage['items']): Placed[] {
  return items.filter((item) => item.spot !== null) as Placed[]
}

/**
 * Returns a list's items in display order, and functions that reorder them. The owner's order is saved; anyone else's
 * lasts until they leave the screen.
 */
export function useListOrder(list: ListPage) {
  const client = useQueryClient()
  const [own, setOwn] = useState<readonly string[] | null>(null)
  const items = own ? inOrder(list.items, own) : list.items

  const order = async (ids: readonly string[]): Promise<void> => {
    if (!list.is_own) return setOwn(ids)
    try {
      await orderList(client, list.id, ids)
    } catch (error) {
      toast({ kind: 'error', title: m.lists_order_failed(), description: whyNot(error, m.lists_try_again()) })
    }
  }
  const sort = (from: Point | null): void => {
    const placed = filterPlaced(items)
    const before = items.map(({ spot_id }) => spot_id)
    const sorted = findShortestWay(
      placed.map(({ spot }) => spot),
      from,
    ).flatMap((index) => placed[index] ?? [])
    const lengthText = (of: readonly Placed[]) =>
      distanceText(measureLengths(of.map(({ spot }) => spot)).total)
    void order(sorted.map(({ spot_id }) => spot_id))
    toast({
      kind: 'success',
      title: m.lists_sorted({ after: lengthText(sorted), before: lengthText(placed) }),
      action: { label: m.lists_undo(), run: () => void order(before) },
    })
  }
  return { items, order, sort }
}
