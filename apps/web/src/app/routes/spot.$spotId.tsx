import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/spot/$spotId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/spots/$spotId', params, replace: true })
  },
})
