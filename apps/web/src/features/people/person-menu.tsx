import type { Profile } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Flag } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { nameOf } from '../../lib/names.ts'
import { ConfirmDialog, Menu, MenuItem, toast } from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'

/** What one may do about another person: block them, report them. */
export function PersonMenu({ profile }: { profile: Profile }) {
  const { user_id } = profile
  const name = nameOf(profile)
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const block = useMutation({
    mutationFn: () => call('PUT /api/people/:user_id/block', { params: { user_id } }),
    onSuccess: () => {
      setAsking(false)
      toast({ kind: 'success', title: m.people_success(), description: m.people_blocked_done({ name }) })
      // They leave every list there is.
      void client.invalidateQueries()
    },
    onError: () => {
      setAsking(false)
      toast({ kind: 'error', title: m.people_error(), description: m.people_block_failed({ name }) })
    },
  })
  return (
    <>
      <Menu label={m.people_menu({ name })}>
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
          {m.people_report()}
        </MenuItem>
        <MenuItem icon={<Ban aria-hidden="true" />} tone="danger" onSelect={() => setAsking(true)}>
          {m.people_block()}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => block.isPending || setAsking(open)}
        title={m.people_block_title({ name })}
        confirm={m.people_block()}
        busy={block.isPending && m.people_blocking()}
        onConfirm={() => block.mutate()}
      >
        {m.people_block_question()}
      </ConfirmDialog>
      {reporting && (
        <ReportDialog thing={{ kind: 'user', id: user_id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
