import { createRootRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoadingPage } from '../../pages/loading.tsx'
import { RootLayout } from '../root-layout.tsx'

const NotFoundPage = lazy(() =>
  import('../../pages/not-found.tsx').then(({ NotFoundPage }) => ({ default: NotFoundPage })),
)

const NotFound = () => (
  <Suspense fallback={<LoadingPage />}>
    <NotFoundPage />
  </Suspense>
)

export const Route = createRootRoute({ component: RootLayout, notFoundComponent: NotFound })
