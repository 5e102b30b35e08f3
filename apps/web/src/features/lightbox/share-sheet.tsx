import { Copy, Mail, MessageCircle, Send, Share2 } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink, copyLink, LinkField, Sheet } from '../../ui/index.ts'
import type { ItemName } from './lightbox-item.ts'
import './lightbox.css'

type Props = {
  item: ItemName
  title: string
  /** What is passed on; the address of this page, which leads to the open item (C-25), unless given. */
  link?: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

const canShare = () => typeof navigator.share === 'function'

/** Ways to pass a post or an open item on. */
export function ShareSheet({ item, title, link = location.href, open, onOpenChange }: Props) {
  const { status } = useSession()
  const shareText = encodeURIComponent(`${title} ${link}`)
  const subject = encodeURIComponent(title)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      <LinkField label={m.spot_share_link()} link={link} />
      <div className="lightbox-share-options">
        <Button variant="ink" icon={<Copy aria-hidden="true" />} onClick={() => void copyLink(link)}>
          {m.spot_share_copy()}
        </Button>
        <a
          className="btn btn-line"
          href={`https://wa.me/?text=${shareText}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          {m.spot_share_whatsapp()}
        </a>
        <a className="btn btn-line" href={`mailto:?subject=${subject}&body=${encodeURIComponent(link)}`}>
          <Mail aria-hidden="true" />
          {m.spot_share_email()}
        </a>
        {status === 'signed-in' && (
          <ButtonLink
            variant="line"
            className="lightbox-share-wide"
            icon={<Send aria-hidden="true" />}
            href={`/messages/new?post=${item.post_id}.${item.media_index}`}
          >
            {m.messages_share_send()}
          </ButtonLink>
        )}
        {canShare() && (
          <Button
            variant="line"
            className="lightbox-share-wide"
            icon={<Share2 aria-hidden="true" />}
            // Who changes their mind there has shared nothing, and nothing went wrong.
            onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
          >
            {m.lightbox_share_more()}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
