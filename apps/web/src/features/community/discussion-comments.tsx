import type { DiscussionComment } from '@nollie/contract'
import { mayRemoveDiscussionComment } from '@nollie/contract/viewer'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { NAMELESS, nameOf } from '../../lib/names.ts'
import { useSession } from '../../lib/session.ts'
import {
  AppLink,
  Avatar,
  ConfirmDialog,
  Loaded,
  Loading,
  NextPage,
  Skeleton,
  Written,
} from '../../ui/index.ts'
import { agoText } from '../posts/index.ts'
import { mayReport, ReportDialog } from '../reports/index.ts'
import { comments, commentsQuery, removeComment, tellCommentGone } from './community-requests.ts'
import { tellFault } from './faults.ts'
import { useLiveComments } from './use-live-discussions.ts'

type RowProps = {
  comment: DiscussionComment
  /** What is absent may not be done. */
  onDelete: (() => void) | undefined
  onReport: (() => void) | undefined
}

function Row({ comment, onDelete, onReport }: RowProps) {
  const { user, content, mentions, created_at } = comment
  const name = nameOf(user, NAMELESS.byline)
  return (
    <div className="comment">
      <AppLink href={`/user/${user.user_id}`} className="comment-face" aria-hidden="true" tabIndex={-1}>
        <Avatar person={user} size={34} />
      </AppLink>
      <div className="comment-words">
        <p className="comment-by">
          <AppLink href={`/user/${user.user_id}`}>
            <bdi>{name}</bdi>
          </AppLink>
          <time dateTime={created_at}>{agoText(created_at)}</time>
        </p>
        <p className="comment-text" dir="auto">
          <Written text={content} mentions={mentions} />
        </p>
        <div className="comment-actions">
          {onDelete && (
            <button type="button" aria-label={m.community_comment_delete_of({ name })} onClick={onDelete}>
              {m.community_comment_delete()}
            </button>
          )}
          {onReport && (
            <button type="button" aria-label={m.community_comment_report_of({ name })} onClick={onReport}>
              {m.community_report()}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

/** What was said in a discussion, newest first, live; one's own can be deleted. */
export function DiscussionComments({ id, title }: { id: string; title: string }) {
  const query = useInfiniteQuery(commentsQuery(id))
  const client = useQueryClient()
  const { user } = useSession()
  const [asked, setAsked] = useState<DiscussionComment | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isClosed, setClosed] = useState(true)
  const [reported, setReported] = useState<string | null>(null)
  useLiveComments(id)
  const removal = useMutation({
    mutationFn: removeComment,
    onSuccess: (_, gone) => tellCommentGone(client, gone),
    onError: (fault) => tellFault(fault, m.community_comment_delete_failed()),
  })
  const viewer = user && { ...user, session_id: '' }
  const rows = comments.itemsOf(query.data)
  const list = useRef<HTMLUListElement>(null)
  const isGone = removal.isSuccess && removal.variables.id === asked?.id
  // The button that was pressed went with its comment: the focus goes to the list it was in, not to nowhere.
  const land = useEffectEvent(() => {
    const landing = requestAnimationFrame(() => {
      const { activeElement } = document
      if (isGone && (!activeElement || activeElement === document.body)) list.current?.focus()
    })
    return () => cancelAnimationFrame(landing)
  })
  useEffect(() => (isGone && isClosed ? land() : undefined), [isGone, isClosed])
  const coming = (
    <Loading label={m.community_comments_loading()}>
      <Skeleton className="comment-coming" />
    </Loading>
  )
  return (
    <>
      <Loaded query={query} failed={m.community_comments_failed()} coming={coming}>
        {rows.length === 0 && <p className="discussion-quiet">{m.community_comments_none()}</p>}
        <ul
          ref={list}
          tabIndex={-1}
          className="comments-list"
          aria-label={m.community_comments_of({ title })}
        >
          {rows.map((comment) => (
            <li
              key={comment.id}
              data-deleting={removal.isPending && removal.variables.id === comment.id ? '' : undefined}
            >
              <Row
                comment={comment}
                onDelete={
                  mayRemoveDiscussionComment(viewer, comment)
                    ? () => {
                        setAsked(comment)
                        setAsking(true)
                        setClosed(false)
                      }
                    : undefined
                }
                onReport={
                  mayReport(user?.user_id, comment.user_id) ? () => setReported(comment.id) : undefined
                }
              />
            </li>
          ))}
        </ul>
        <NextPage pages={query} label={m.community_comments_loading()} byHand />
      </Loaded>
      {asked && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          onClosed={() => setClosed(true)}
          title={m.community_comment_delete_title()}
          confirm={m.community_comment_delete()}
          onConfirm={() => {
            setAsking(false)
            removal.mutate(asked)
          }}
        >
          {m.community_comment_delete_question()}
        </ConfirmDialog>
      )}
      {reported !== null && (
        <ReportDialog
          thing={{ kind: 'discussion_comment', id: reported }}
          onClose={() => setReported(null)}
        />
      )}
    </>
  )
}
