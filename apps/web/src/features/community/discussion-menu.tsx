import type { Discussion } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'
import { mayEditDiscussion, mayRemoveDiscussion } from '@nollie/contract/viewer'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Flag, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { ConfirmDialog, copyLink, Menu, MenuItem, toast } from '../../ui/index.ts'
import { mayReport, ReportDialog } from '../reports/index.ts'
import { dropDiscussion, removeDiscussion } from './community-requests.ts'
import { EditDiscussion } from './edit-discussion.tsx'
import { showError } from './discussion-errors.ts'

/** What one may do with a discussion: copy its link, report it; edit it, for its author; delete it, also for admins. */
export function DiscussionMenu({
  discussion,
  onRemoved,
}: {
  discussion: Discussion
  onRemoved?: () => void
}) {
  const { id, title } = discussion
  const client = useQueryClient()
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const removal = useMutation({
    mutationFn: () => removeDiscussion(id),
    onSuccess: () => {
      setAsking(false)
      toast({ kind: 'success', title: m.community_deleted() })
      onRemoved?.()
      dropDiscussion(client, id)
    },
    onError: (error) => {
      setAsking(false)
      showError(error, m.community_delete_failed())
    },
  })
  const [isEditing, setEditing] = useState(false)
  const viewer = user && { ...user, session_id: '' }
  const mayRemove = mayRemoveDiscussion(viewer, discussion)
  return (
    <>
      <Menu label={m.community_menu({ title })}>
        <MenuItem
          icon={<Copy aria-hidden="true" />}
          onSelect={() =>
            void copyLink(`${location.origin}${shortPath('community', id)}`, m.community_copy_failed())
          }
        >
          {m.community_copy()}
        </MenuItem>
        {mayEditDiscussion(viewer, discussion) && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setEditing(true)}>
            {m.community_edit()}
          </MenuItem>
        )}
        {mayReport(user?.user_id, discussion.user_id) && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
            {m.community_report()}
          </MenuItem>
        )}
        {mayRemove && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setAsking(true)}>
            {m.community_delete()}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => removal.isPending || setAsking(open)}
        title={m.community_delete_title()}
        confirm={m.community_delete()}
        busy={removal.isPending && m.community_deleting()}
        onConfirm={() => removal.mutate()}
      >
        {m.community_delete_question()}
      </ConfirmDialog>
      {isEditing && <EditDiscussion discussion={discussion} onClose={() => setEditing(false)} />}
      {isReporting && (
        <ReportDialog subject={{ kind: 'discussion', id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
