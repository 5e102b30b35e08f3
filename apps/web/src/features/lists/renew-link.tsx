import type { List } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, ConfirmDialog, copyLink, LinkField, toast, useForm } from '../../ui/index.ts'
import { buildLink } from './list-link.ts'
import { renewLink } from './list-requests.ts'
import styles from './lists.module.css'

/** A list's share link, with a button that replaces it. */
export function RenewLink({ list }: { list: List }) {
  const client = useQueryClient()
  const [now, setNow] = useState(list)
  const [asking, setAsking] = useState(false)
  const { busy, submit } = useForm({
    send: async () => {
      setNow(await renewLink(client, list.id))
      setAsking(false)
      toast({ kind: 'success', title: m.lists_link_replaced() })
    },
    explain: (error) => ({
      title: m.lists_save_failed(),
      description: whyNot(error, m.lists_try_again()),
    }),
  })
  const link = buildLink(now) ?? ''
  return (
    <>
      <LinkField label={m.lists_link_label()} link={link} />
      <div className={styles.linkButtons}>
        <Button size="sm" variant="line" onClick={() => void copyLink(link)}>
          {m.spots_share_copy()}
        </Button>
        <Button size="sm" variant="line" onClick={() => setAsking(true)}>
          {m.lists_link_replace()}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={m.lists_link_replace_title()}
        confirm={m.lists_link_replace()}
        busy={busy && m.lists_saving()}
        onConfirm={() => void submit()}
      >
        {m.lists_link_replace_text()}
      </ConfirmDialog>
    </>
  )
}
