import { createFileRoute } from '@tanstack/react-router'
import { AddFailed } from '../../features/comments/index.ts'
import { ShareContentForm } from '../../features/content/index.ts'
import { FeedList } from '../../features/feed/index.ts'
import { useOpenItem, LightboxHost } from '../../features/lightbox/index.ts'
import { m } from '../../i18n/messages.ts'
import { ButtonLink, EmptyState, HeaderBar, Page } from '../../ui/index.ts'
import { memberOnly } from '../guards.ts'

/** `/share-content`: shares text and photos without a spot. Everyone's posts are listed below the form. */
function ShareContentPage() {
  return (
    <Page
      header={
        <HeaderBar title={m.content_title()}>
          <ButtonLink href="/dashboard" variant="plain" size="sm">
            {m.shell_cancel()}
          </ButtonLink>
        </HeaderBar>
      }
    >
      <ShareContentForm />
      <h2 className="sr-only">{m.content_posts()}</h2>
      <AddFailed value={m.content_comment_failed}>
        <FeedList
          filter="all"
          onOpen={useOpenItem()}
          loading={m.content_loading()}
          empty={<EmptyState art="feed" title={m.content_empty()} />}
        />
      </AddFailed>
      <LightboxHost />
    </Page>
  )
}

export const Route = createFileRoute('/share-content')({
  beforeLoad: memberOnly,
  component: ShareContentPage,
  staticData: { title: m.shell_share_content, shell: 'dock' },
})
