import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { spotQuery } from '../spot-requests.ts'
import { SpotScreen } from './spot-screen.tsx'

test('SPOT-18 a spot deleted after it loaded is shown as missing', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = spotQuery('s1')
  client.setQueryData(queryKey, { id: 's1', name: 'Ledge', spot_types: [] } as never)
  const gone = { code: 'SPOT_NOT_FOUND', status: 404, detail: '' }
  vi.stubGlobal('fetch', async () => Response.json(gone, { status: 404 }))
  await client.fetchQuery({ ...spotQuery('s1'), staleTime: 0 }).catch(() => undefined)
  vi.unstubAllGlobals()
  expect(client.getQueryData(queryKey)).toBeDefined()

  vi.stubGlobal('location', { search: '' })
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const page = createElement(QueryClientProvider, { client }, createElement(SpotScreen, { spotId: 's1' }))
  const html = renderToString(createElement(RouterContextProvider, { router } as never, page))
  vi.unstubAllGlobals()
  expect(html).toContain('Spot not found')
})
