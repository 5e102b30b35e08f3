import type { Discussion } from '@nollie/contract'
import { mayRemoveDiscussion } from '@nollie/contract/viewer'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { ConfirmDialog, copyLink, Menu, MenuItem, toast } from '../../ui/index.ts'
import { mayReport, ReportDialog } from '../reports/index.ts'
import { removeDiscussion, tellGone } from './community-requests.ts'
import { tellFault } from './faults.ts'

/** What one may do with a discussion: pass its address on, report it; delete it, for its author and admins. */
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
      tellGone(client, id)
    },
    onError: (fault) => {
      setAsking(false)
      tellFault(fault, m.community_delete_failed())
    },
  })
  const mayRemove = mayRemoveDiscussion(user && { ...user, session_id: '' }, discussion)
  return (
    <>
      <Menu label={m.community_menu({ title })}>
        <MenuItem
          icon={<Copy aria-hidden="true" />}
          onSelect={() => void copyLink(`${location.origin}/community/${id}`, m.community_copy_failed())}
        >
          {m.community_copy()}
        </MenuItem>
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
      {isReporting && <ReportDialog thing={{ kind: 'discussion', id }} onClose={() => setReporting(false)} />}
    </>
  )
}
