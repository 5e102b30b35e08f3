import { createFileRoute } from '@tanstack/react-router'
import { m } from '../../i18n/messages.ts'
import { PostPage } from '../../pages/post.tsx'
import { memberOnly } from '../guards.ts'

export const Route = createFileRoute('/post/$postId')({
  beforeLoad: memberOnly,
  component: PostPage,
  staticData: { title: m.feed_one, shell: 'dock' },
})
