import type { ListPage } from '@nollie/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { toastNow } from '../../ui/toast.ts'
import { useListOrder } from './use-list-order.ts'
import { until } from '../../../test/until.ts'

const saved: string[][] = []
vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
  saved.push((JSON.parse(String(body)) as { spot_ids: string[] }).spot_ids)
  return Response.json({})
})
afterAll(() => vi.unstubAllGlobals())

function item(spot_id: string, latitude: number) {
  return { spot_id, spot: { latitude, longitude: 0 } }
}

const LIST = {
  id: 'l1',
  is_own: true,
  items: [item('near', 0), item('far', 0.2), item('middle', 0.1), { spot_id: 'deleted', spot: null }],
} as ListPage

type Order = ReturnType<typeof useListOrder>

function Part({ take }: { take: (order: Order) => void }) {
  take(useListOrder(LIST))
  return null
}

/** Renders the hook once and returns its functions. */
function renderOrder(): Order {
  const taken: Order[] = []
  const part = createElement(Part, { take: (order) => taken.push(order) })
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, part))
  if (!taken[0]) throw new Error('The hook was not rendered.')
  return taken[0]
}

test('sorting a list by distance saves the order, and Undo saves the former one', async () => {
  renderOrder().sort(null)
  await until(() => expect(saved).toEqual([['near', 'middle', 'far']]))
  toastNow()?.action?.run()
  await until(() => expect(saved.at(1)).toEqual(['near', 'far', 'middle', 'deleted']))
})
