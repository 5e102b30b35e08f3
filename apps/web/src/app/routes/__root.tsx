import { createRootRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoadingPage } from '../loading.tsx'
import { followShortLink, redirectSuspended } from '../guards.ts'
import { RootLayout } from '../root-layout.tsx'

const NotFoundPage = lazy(() =>
  import('../not-found.tsx').then(({ NotFoundPage }) => ({ default: NotFoundPage })),
)

function NotFound() {
  return (
    <Suspense fallback={<LoadingPage />}>
      <NotFoundPage />
    </Suspense>
  )
}

export const Route = createRootRoute({
  beforeLoad: (to) => {
    followShortLink(to)
    redirectSuspended(to)
  },
  component: RootLayout,
  notFoundComponent: NotFound,
})
