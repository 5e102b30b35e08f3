import type { ListPage } from '@nollie/contract'
import { CodeXml, Copy, Download, Flag, HardDriveDownload, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/use-session.ts'
import { Menu, MenuItem } from '../../ui/index.ts'
import { EmbedSheet } from '../open-data/index.ts'
import { canStoreLists, storeListOffline } from '../stored-areas/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { DeleteListDialog } from './delete-list-dialog.tsx'
import { DownloadSheet } from './download-sheet.tsx'
import { buildLink } from './list-link.ts'
import { useListCopy } from './use-list-copy.ts'

type Props = {
  list: ListPage
  /** The list's key in the URL. */
  listKey: string
  onEdit: () => void
}

/** A menu of actions on a list. Owners edit and delete it, members copy and store it, and others report it. */
export function ListMenu({ list, listKey, onEdit }: Props) {
  const [open, setOpen] = useState<'download' | 'embed' | 'delete' | 'report' | null>(null)
  const { status } = useSession()
  const copy = useListCopy(listKey)
  const close = () => setOpen(null)
  const isMember = status === 'signed-in'
  return (
    <>
      <Menu label={m.lists_actions()}>
        {list.is_own && (
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={onEdit}>
            {m.lists_edit()}
          </MenuItem>
        )}
        {isMember && buildLink(list, listKey) && (
          <MenuItem icon={<Send aria-hidden="true" />} onSelect={() => go(`/messages/new?list=${listKey}`)}>
            {m.messages_share_send()}
          </MenuItem>
        )}
        {isMember && canStoreLists() && list.items.length > 0 && (
          <MenuItem
            icon={<HardDriveDownload aria-hidden="true" />}
            onSelect={() => void storeListOffline(list.name, listKey)}
          >
            {m.lists_offline()}
          </MenuItem>
        )}
        <MenuItem icon={<Download aria-hidden="true" />} onSelect={() => setOpen('download')}>
          {m.lists_download()}
        </MenuItem>
        {list.visibility === 'public' && !list.is_hidden && (
          <MenuItem icon={<CodeXml aria-hidden="true" />} onSelect={() => setOpen('embed')}>
            {m.open_data_embed()}
          </MenuItem>
        )}
        {isMember && (
          <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => void copy()}>
            {m.lists_copy()}
          </MenuItem>
        )}
        {list.is_own && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setOpen('delete')}>
            {m.lists_delete()}
          </MenuItem>
        )}
        {isMember && !list.is_own && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setOpen('report')}>
            {m.lists_report()}
          </MenuItem>
        )}
      </Menu>
      {open === 'download' && <DownloadSheet path={`/api/lists/${listKey}/export`} onClosed={close} />}
      {open === 'embed' && <EmbedSheet what={{ list: list.id }} title={list.name} onClosed={close} />}
      {open === 'delete' && <DeleteListDialog list={list} onClosed={close} />}
      {open === 'report' && <ReportDialog subject={{ kind: 'list', id: list.id }} onClose={close} />}
    </>
  )
}
