import { Copy, Mail, MessageCircle, Send, Share2 } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { Button, ButtonLink, buttonLook, copyLink, LinkField, Sheet } from '../../ui/index.ts'
import type { ItemName } from './lightbox-item.ts'
import styles from './lightbox.module.css'

type Props = {
  item: ItemName
  title: string
  /** The link to share. Defaults to this page's URL, which opens the item (C-25). */
  link?: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

function canShare() {
  return typeof navigator.share === 'function'
}

/** A sheet for sharing a post or the current lightbox item. */
export function ShareSheet({ item, title, link = location.href, open, onOpenChange }: Props) {
  const { status } = useSession()
  const shareText = encodeURIComponent(`${title} ${link}`)
  const subject = encodeURIComponent(title)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      <LinkField label={m.spots_share_link()} link={link} />
      <div className={styles.shareOptions}>
        <Button variant="ink" icon={<Copy aria-hidden="true" />} onClick={() => void copyLink(link)}>
          {m.spots_share_copy()}
        </Button>
        <a
          {...buttonLook({ variant: 'line' })}
          href={`https://wa.me/?text=${shareText}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          {m.spots_share_whatsapp()}
        </a>
        <a
          {...buttonLook({ variant: 'line' })}
          href={`mailto:?subject=${subject}&body=${encodeURIComponent(link)}`}
        >
          <Mail aria-hidden="true" />
          {m.spots_share_email()}
        </a>
        {status === 'signed-in' && (
          <ButtonLink
            variant="line"
            className={styles.shareWide}
            icon={<Send aria-hidden="true" />}
            href={`/messages/new?post=${item.post_id}.${item.media_index}`}
          >
            {m.messages_share_send()}
          </ButtonLink>
        )}
        {canShare() && (
          <Button
            variant="line"
            className={styles.shareWide}
            icon={<Share2 aria-hidden="true" />}
            // Canceling the system's share dialog isn't an error.
            onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
          >
            {m.lightbox_share_more()}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
