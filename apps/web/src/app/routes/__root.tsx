import { createRootRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../../pages/not-found.tsx'
import { RootLayout } from '../root-layout.tsx'

export const Route = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundPage })
