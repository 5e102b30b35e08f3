import type { Discussion } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'
import { mayEditDiscussion, mayRemoveDiscussion, mayReport } from '@nollie/contract/rights'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { ConfirmDialog, copyLink, Menu, MenuItem, toast } from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { dropDiscussion, removeDiscussion } from './discussion-requests.ts'
import { EditDiscussionDialog } from './edit-discussion-dialog.tsx'
import { showError } from './discussion-errors.ts'

// Deletes a discussion. Calls `onSettled` after success or failure, and then `onRemoved` after success.
function useRemoval(id: string, onSettled: () => void, onRemoved: (() => void) | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => removeDiscussion(id),
    onSuccess: () => {
      onSettled()
      toast({ kind: 'success', title: m.discussions_deleted() })
      onRemoved?.()
      dropDiscussion(client, id)
    },
    onError: (error) => {
      onSettled()
      showError(error, m.discussions_delete_failed())
    },
  })
}

/** The menu of actions on a discussion: copy link, report, edit (author only), and delete (author and admins). */
export function DiscussionMenu({
  discussion,
  onRemoved,
}: {
  discussion: Discussion
  onRemoved?: () => void
}) {
  const { id, title } = discussion
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const removal = useRemoval(id, () => setAsking(false), onRemoved)
  const [isEditing, setEditing] = useState(false)
  const viewer = user && { ...user, session_id: '' }
  const mayRemove = mayRemoveDiscussion(viewer, discussion)
  return (
    <>
      <Menu label={m.discussions_menu({ title })}>
        <MenuItem
          icon={<Copy aria-hidden="true" />}
          onSelect={() =>
            void copyLink(`${location.origin}${shortPath('community', id)}`, m.discussions_copy_failed())
          }
        >
          {m.discussions_copy()}
        </MenuItem>
        {mayEditDiscussion(viewer, discussion) && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setEditing(true)}>
            {m.discussions_edit()}
          </MenuItem>
        )}
        {mayReport(user?.user_id, discussion.user_id) && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
            {m.discussions_report()}
          </MenuItem>
        )}
        {mayRemove && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setAsking(true)}>
            {m.discussions_delete()}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.discussions_delete_title()}
        confirm={m.discussions_delete()}
        busy={removal.isPending && m.discussions_deleting()}
        onConfirm={() => removal.mutate()}
      >
        {m.discussions_delete_question()}
      </ConfirmDialog>
      {isEditing && <EditDiscussionDialog discussion={discussion} onClose={() => setEditing(false)} />}
      {isReporting && (
        <ReportDialog subject={{ kind: 'discussion', id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
