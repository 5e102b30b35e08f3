import { m } from '../../i18n/messages.ts'
import { ButtonLink, EmptyState, HeaderBar, Page } from '../../ui/index.ts'
import { AddFailed } from '../comments/index.ts'
import { FeedList } from '../feed/index.ts'
import { LightboxHost, useOpenItem } from '../lightbox/index.ts'
import { ShareContentForm } from './share-content-form.tsx'

/** `/share-content`: shares text and photos without a spot. Everyone's posts are listed below the form. */
export function ShareContentScreen() {
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
