import { createFileRoute, useParams, useSearch } from '@tanstack/react-router'
import { PostScreen } from '../../features/feed/index.ts'
import { useOpenItem, LightboxHost } from '../../features/lightbox/index.ts'
import { m } from '../../i18n/messages.ts'
import { HeaderBar, Page } from '../../ui/index.ts'
import { useBack } from '../../lib/use-back.ts'
import { memberOnly } from '../guards.ts'

/** `/post/{id}`: a single post; `?comments=1` opens its comments. */
function PostPage() {
  const { postId = '' }: { postId?: string } = useParams({ strict: false })
  const { comments }: { comments?: unknown } = useSearch({ strict: false })
  return (
    <Page header={<HeaderBar title={m.feed_post_title()} heading={false} onBack={useBack('/dashboard')} />}>
      <PostScreen key={postId} id={postId} comments={String(comments) === '1'} onOpen={useOpenItem()} />
      <LightboxHost />
    </Page>
  )
}

export const Route = createFileRoute('/post/$postId')({
  beforeLoad: memberOnly,
  component: PostPage,
  staticData: { title: m.feed_post_title, shell: 'dock' },
})
