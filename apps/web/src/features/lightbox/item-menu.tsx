import { mayDescribeMedia, mayRemoveMedia, mayReport } from '@nollie/contract/rights'
import { Captions, CircleUserRound, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { ConfirmDialog, Menu, MenuItem } from '../../ui/index.ts'
import { DescribeDialog, saveAltText } from '../alt-texts/index.ts'
import { publishPost } from '../posts/index.ts'
import { ReportDialog } from '../reports/index.ts'
import type { LightboxItem } from './lightbox-item.ts'
import { showItemToast } from './item-toasts.ts'
import { mayBeProfilePicture, useSetProfilePicture } from './use-set-profile-picture.ts'
import { useItemDeletion } from './use-item-deletion.ts'

type Props = { item: LightboxItem; spot_id: string | null; onRemoved: () => void }

type QuestionProps = {
  item: LightboxItem
  open: boolean
  onOpenChange: (open: boolean) => void
  removal: ReturnType<typeof useItemDeletion>
}

function DeleteQuestion({ item, open, onOpenChange, removal }: QuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.lightbox_delete_title()}
      confirm={m.lightbox_delete()}
      busy={removal.isPending && m.lightbox_delete_busy()}
      onConfirm={() => removal.mutate()}
    >
      {item.media.type === 'video' ? m.lightbox_delete_video() : m.lightbox_delete_photo()}
    </ConfirmDialog>
  )
}

function Describe({ item, onClose }: { item: LightboxItem; onClose: () => void }) {
  const { id, base, type, alt_text } = item.media
  return (
    <DescribeDialog
      id={id}
      type={type}
      picture={base && `${base}/1080.webp`}
      text={alt_text ?? ''}
      onSave={async (text) => {
        await saveAltText(item, text)
        showItemToast('success', m.alt_texts_saved())
      }}
      onClose={onClose}
    />
  )
}

/** A menu with an item's other actions: authors can describe and delete, others can report. Not rendered if empty. */
export function ItemMenu({ item, spot_id, onRemoved }: Props) {
  const { user } = useSession()
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const [describing, setDescribing] = useState(false)
  const { user_id } = item.user
  const viewer = user && { ...user, session_id: '' }
  const mayRemove = mayRemoveMedia(viewer, { user_id, is_cover: item.is_cover })
  const mayDescribe = mayDescribeMedia(viewer, { user_id })
  const reportable = mayReport(user?.user_id, user_id)
  const mayTake = mayBeProfilePicture(item, user)
  const picture = useSetProfilePicture(item.post_id)
  const removal = useItemDeletion(item, {
    onSettled: () => setAsking(false),
    onDone: (what) => {
      publishPost({ kind: what === 'post' ? 'deleted' : 'updated', post_id: item.post_id, spot_id })
      onRemoved()
    },
  })
  if (!mayDescribe && !reportable && !mayTake) return null
  return (
    <>
      <Menu label={m.lightbox_actions()}>
        {mayDescribe && (
          <MenuItem icon={<Captions aria-hidden="true" />} onSelect={() => setDescribing(true)}>
            {item.media.alt_text ? m.alt_texts_edit() : m.alt_texts_add()}
          </MenuItem>
        )}
        {mayTake && (
          <MenuItem
            icon={<CircleUserRound aria-hidden="true" />}
            disabled={picture.isPending}
            onSelect={() => picture.mutate()}
          >
            {m.lightbox_profile_picture()}
          </MenuItem>
        )}
        {reportable && (
          <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => setReporting(true)}>
            {m.lightbox_report()}
          </MenuItem>
        )}
        {mayRemove && (
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setAsking(true)}>
            {m.lightbox_delete()}
          </MenuItem>
        )}
      </Menu>
      <DeleteQuestion item={item} open={asking} onOpenChange={setAsking} removal={removal} />
      {describing && <Describe item={item} onClose={() => setDescribing(false)} />}
      {reporting && (
        <ReportDialog subject={{ kind: 'post', id: item.post_id }} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
