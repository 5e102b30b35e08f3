import type { Discussion } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useTitle } from '../../lib/page/page-title.ts'
import { useSession } from '../../lib/use-session.ts'
import {
  ButtonLink,
  EmptyState,
  HeaderBar,
  Loaded,
  Loading,
  MentionText,
  Page,
  PartBoundary,
  Skeleton,
} from '../../ui/index.ts'
import { AddFailed, useCommentThread } from '../comments/index.ts'
import { CategoryBadge } from './discussion-category.tsx'
import { discussionQuery } from './discussion-requests.ts'
import { Byline, countText } from './discussion-byline.tsx'
import { DiscussionLike } from './discussion-like.tsx'
import { DiscussionMenu } from './discussion-menu.tsx'
import { isGone } from './discussion-errors.ts'
import { useLiveDiscussion } from './use-live-discussions.ts'
import { classes } from '../../lib/classes.ts'
import { Translated } from '../translations/index.ts'
import styles from './discussions.module.css'

function Gone() {
  return (
    <div className={styles.gone} role="status">
      <EmptyState
        art="discussions"
        level={1}
        title={m.discussions_missing()}
        action={
          <ButtonLink href="/community" variant="primary">
            {m.discussions_show_all()}
          </ButtonLink>
        }
      >
        {m.discussions_missing_text()}
      </EmptyState>
    </div>
  )
}

function Comments({ discussion }: { discussion: Discussion }) {
  const { id, title, user_id, comments_count } = discussion
  const comments = useCommentThread({
    thread: { discussion_id: id },
    startedBy: user_id,
    label: m.discussions_comments_of({ title }),
  })
  return (
    <>
      <h2 className={styles.commentsTitle} aria-live="polite">
        {comments_count > 0 ? countText(comments_count) : m.discussions_comments()}
      </h2>
      {comments.form}
      <div className={styles.comments}>{comments.list}</div>
      {comments.dialogs}
    </>
  )
}

function Whole({ id }: { id: string }) {
  const query = useQuery(discussionQuery(id))
  const { data, error } = query
  useLiveDiscussion(id)
  useTitle(data?.title)
  if (isGone(error)) return <Gone />
  if (!data) {
    const skeleton = (
      <Loading label={m.discussions_one_loading()}>
        <Skeleton className={styles.skeleton} />
      </Loading>
    )
    return <Loaded query={query} failed={m.discussions_one_failed()} level={1} skeleton={skeleton} />
  }
  const { title, content, mentions, category } = data
  return (
    <article className={classes(styles.root, styles.whole)}>
      <div className={styles.top}>
        <CategoryBadge category={category} />
        <DiscussionMenu discussion={data} onRemoved={() => go('/community', { replace: true })} />
      </div>
      <h1 dir="auto">
        <MentionText text={title} mentions={mentions} />
      </h1>
      <Byline discussion={data} />
      <Translated of={{ kind: 'discussion', id }} text={content} className={styles.text}>
        <p className={styles.text} dir="auto">
          <MentionText text={content} mentions={mentions} />
        </p>
      </Translated>
      <div className={styles.acts}>
        <DiscussionLike discussion={data} />
      </div>
      <AddFailed value={m.discussions_comment_failed}>
        <PartBoundary>
          <Comments discussion={data} />
        </PartBoundary>
      </AddFailed>
    </article>
  )
}

/** `/community/{id}`: shows a discussion's full text and comments. */
export function DiscussionScreen({ id }: { id: string }) {
  const { user } = useSession()
  return (
    <Page header={<HeaderBar title={m.discussions_nav()} heading={false} onBack={() => go('/community')} />}>
      {user && <Whole id={id} />}
    </Page>
  )
}
