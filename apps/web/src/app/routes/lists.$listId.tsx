import { createFileRoute, useParams } from '@tanstack/react-router'
import { ListScreen } from '../../features/lists/index.ts'
import { m } from '../../i18n/messages.ts'

/** `/lists/{id or link}`: a list. Has no guard, because public and shared lists are open to visitors. */
function List() {
  const { listId } = useParams({ from: '/lists/$listId' })
  return <ListScreen key={listId} listKey={listId} />
}

export const Route = createFileRoute('/lists/$listId')({
  component: List,
  staticData: { title: m.lists_title, shell: 'rail' },
})
