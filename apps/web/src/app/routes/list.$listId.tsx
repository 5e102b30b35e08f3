import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/list/$listId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/lists/$listId', params, replace: true })
  },
})
