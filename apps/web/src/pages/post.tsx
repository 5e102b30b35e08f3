import { useParams, useSearch } from '@tanstack/react-router'
import { SinglePost } from '../features/feed/single-post.tsx'
import { useOpenItem, LightboxHost } from '../features/lightbox/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page } from '../ui/index.ts'
import { useBack } from './use-back.ts'

/** `/post/{id}`: one post; with `?comments=1` its comments stand open. */
export function PostPage() {
  const { postId = '' } = useParams({ strict: false }) as { postId?: string }
  const { comments } = useSearch({ strict: false }) as { comments?: unknown }
  return (
    <Page header={<HeaderBar title={m.feed_one()} heading={false} onBack={useBack('/dashboard')} />}>
      <SinglePost key={postId} id={postId} comments={String(comments) === '1'} onOpen={useOpenItem()} />
      <LightboxHost />
    </Page>
  )
}
